import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { room } from "./room-connection.svelte";

/** A socket at whose other end a test sits. */
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

const welcome = { type: "welcome", person: "ann", kind: "guest", time: 0, rules: "1", protocol: 2 };

describe("a command", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("location", { href: "http://room.example/" });
    void room.again();
    Wire.last.hear(welcome);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is sent again, with its id, until the room could decide it", async () => {
    const answered = room.do(0, { do: "block", player: "bob" });
    const [first] = Wire.last.commands;
    Wire.last.hear({ type: "answer", id: first.id, ok: false, said: "the disk is full", again: true });
    expect(Wire.last.commands).toEqual([first]);
    vi.runOnlyPendingTimers();
    expect(Wire.last.commands).toEqual([first, first]);
    Wire.last.hear({ type: "answer", id: first.id, ok: true });
    expect((await answered).ok).toBe(true);
    vi.runOnlyPendingTimers();
    expect(Wire.last.commands.length).toBe(2);
  });

  it("is sent again where the room has thrown frames away", () => {
    void room.do(0, { do: "block", player: "bob" });
    Wire.last.hear({ type: "notice", text: "too slow", again: true });
    expect(Wire.last.commands.length).toBe(2);
    expect(Wire.last.commands[0]).toEqual(Wire.last.commands[1]);
  });

  it("contributes a nonce to a hash that was out before we sat down, once", () => {
    room.watch(4);
    const picture = { table: 4, record: 1, last: 1, view: { seats: [] }, waits: [], calls: [], commitment: "c1" };
    Wire.last.hear({ type: "table", time: 0, picture });
    expect(Wire.last.commands).toEqual([]);
    const news = { table: 4, record: 2, last: 2, steps: [], felt: { seats: [{ seat: 1, name: "ann" }] }, waits: [] };
    Wire.last.hear({ type: "entries", time: 0, news });
    Wire.last.hear({ type: "entries", time: 0, news: { ...news, record: 3 } });
    expect(Wire.last.commands.map((frame) => frame.command.do)).toEqual(["nonce"]);
    Wire.last.hear({ type: "entries", time: 0, news: { ...news, record: 4, commitment: "c2" } });
    expect(Wire.last.commands.length).toBe(2);
  });

  it("names the last entry that the reader has seen", () => {
    room.watch(3);
    const picture = { table: 3, record: 9, last: 7, view: { seats: [] }, waits: [], calls: [] };
    Wire.last.hear({ type: "table", time: 0, picture });
    void room.do(3, { do: "bet", seat: 1, kind: "field", amount: 5 });
    void room.choose(3, { do: "fold", given: { seat: 1 } });
    expect(Wire.last.commands.map((frame) => frame.expects)).toEqual([7, 7]);
  });
});

describe("a room that says nothing", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("location", { href: "http://room.example/" });
    void room.again();
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
      room.look();
    }
  }

  it("is asked for a sign of life, and stays while one comes", () => {
    const wire = Wire.last;
    wait(5);
    expect(pings(wire)).toBe(0);
    wait(5);
    expect(pings(wire)).toBe(1);
    wire.hear({ type: "pong", at: 0, time: Date.now() });
    wait(5);
    wire.hear({ type: "purse", chips: 7 });
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
    wire.hear({ type: "purse", chips: 99 });
    expect(room.purse).not.toBe(99);
    Wire.last.hear(welcome);
    expect(room.status).toBe("open");
  });

  it("is not left because a page in the background looked late", () => {
    const wire = Wire.last;
    vi.setSystemTime(Date.now() + 120_000);
    room.look();
    expect([pings(wire), room.status]).toEqual([1, "open"]);
  });
});
