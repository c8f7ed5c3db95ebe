import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { room } from "./room-connection.svelte";

/** Fake WebSocket controlled by the tests. */
class Wire {
  static readonly OPEN = 1;
  static last: Wire;
  readyState = Wire.OPEN;
  sent: any[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  constructor() {
    Wire.last = this;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {}

  hear(frame: object): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  get commands(): any[] {
    return this.sent.filter((frame) => frame.type === "command");
  }
}

const welcome = { type: "welcome", person: "ann", account_kind: "guest", time: 0, rules_version: "1", protocol_version: 3 };

describe("a command", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("location", { href: "http://room.example/" });
    void room.reconnect();
    Wire.last.hear(welcome);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is sent again, with its key, until the room could decide it", async () => {
    const answered = room.do(0, { do: "block", player: "bob" });
    const [first] = Wire.last.commands;
    Wire.last.hear({ type: "answer", idempotency_key: first.idempotency_key, ok: false, message: "the disk is full", retry: true });
    expect(Wire.last.commands).toEqual([first]);
    vi.runOnlyPendingTimers();
    expect(Wire.last.commands).toEqual([first, first]);
    Wire.last.hear({ type: "answer", idempotency_key: first.idempotency_key, ok: true });
    expect((await answered).ok).toBe(true);
    vi.runOnlyPendingTimers();
    expect(Wire.last.commands.length).toBe(2);
  });

  it("is sent again where the room has thrown frames away", () => {
    void room.do(0, { do: "block", player: "bob" });
    Wire.last.hear({ type: "notice", text: "too slow", retry: true });
    expect(Wire.last.commands.length).toBe(2);
    expect(Wire.last.commands[0]).toEqual(Wire.last.commands[1]);
  });

  it("contributes a nonce to a hash that was out before we sat down, once", () => {
    room.watch(4);
    const snapshot = { table_id: 4, record: 1, version: 1, view: { seats: [] }, pending: [], narration: [], commitment: "c1" };
    Wire.last.hear({ type: "table", time: 0, snapshot });
    expect(Wire.last.commands).toEqual([]);
    const update = { table_id: 4, record: 2, version: 2, steps: [], public_view: { seats: [{ seat: 1, name: "ann" }] }, pending: [] };
    Wire.last.hear({ type: "events", time: 0, update });
    Wire.last.hear({ type: "events", time: 0, update: { ...update, record: 3 } });
    expect(Wire.last.commands.map((frame) => frame.command.do)).toEqual(["contribute-nonce"]);
    Wire.last.hear({ type: "events", time: 0, update: { ...update, record: 4, commitment: "c2" } });
    expect(Wire.last.commands.length).toBe(2);
  });

  it("names the version that the reader has seen", () => {
    room.watch(3);
    const snapshot = { table_id: 3, record: 9, version: 7, view: { seats: [] }, pending: [], narration: [] };
    Wire.last.hear({ type: "table", time: 0, snapshot });
    void room.do(3, { do: "bet", seat: 1, kind: "field", amount: 5 });
    void room.choose(3, { do: "fold", fixed: { seat: 1 } });
    expect(Wire.last.commands.map((frame) => frame.expected_version)).toEqual([7, 7]);
  });
});

describe("a room that says nothing", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("location", { href: "http://room.example/" });
    void room.reconnect();
    Wire.last.hear({ ...welcome, heartbeat: 10_000 });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const pings = (wire: Wire) => wire.sent.filter((frame) => frame.type === "ping").length;

  function wait(seconds: number): void {
    for (let at = 0; at < seconds; at += 5) {
      vi.setSystemTime(Date.now() + 5_000);
      room.checkHeartbeat();
    }
  }

  it("is asked for a sign of life, and stays while one comes", () => {
    const wire = Wire.last;
    wait(5);
    expect(pings(wire)).toBe(0);
    wait(5);
    expect(pings(wire)).toBe(1);
    wire.hear({ type: "pong", echo: 0, time: Date.now() });
    wait(5);
    wire.hear({ type: "wallet", chips: 7 });
    wait(5);
    expect(pings(wire)).toBe(1);
    expect(room.status).toBe("open");
  });

  it("is left when it stays silent, and another connection is begun", () => {
    const wire = Wire.last;
    wait(20);
    expect(room.status).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(Wire.last).not.toBe(wire);
    wire.hear({ type: "wallet", chips: 99 });
    expect(room.wallet).not.toBe(99);
    Wire.last.hear(welcome);
    expect(room.status).toBe("open");
  });

  it("is not left because a page in the background looked late", () => {
    const wire = Wire.last;
    vi.setSystemTime(Date.now() + 120_000);
    room.checkHeartbeat();
    expect([pings(wire), room.status]).toEqual([1, "open"]);
  });
});
