import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { room } from "./room.svelte";

/** A socket whose other end is here. */
class Line {
  static OPEN = 1;
  static last: Line;
  readyState = Line.OPEN;
  sent: any[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  constructor() {
    Line.last = this;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.readyState = 3;
  }

  hear(frame: Record<string, unknown>): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }
}

describe("what the room had no time for", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Line);
    room.connect();
    Line.last.hear({ type: "welcome", person: "ann", kind: "guest", time: 1, rules: "1", protocol: 1 });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is sent again with its id after a moment, until it is answered", async () => {
    const answer = room.do(1, { do: "leave", seat: 1 });
    const [frame] = Line.last.sent;
    Line.last.hear({ type: "answer", id: frame.id, ok: false, said: "too much at once", again: true });
    expect(Line.last.sent).toEqual([frame]);
    vi.advanceTimersByTime(1_000);
    expect(Line.last.sent).toEqual([frame, frame]);
    Line.last.hear({ type: "answer", id: frame.id, ok: true });
    expect((await answer).ok).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(Line.last.sent).toHaveLength(2);
  });

  it("is sent again at once where frames were thrown away", () => {
    void room.do(1, { do: "leave", seat: 1 });
    const [frame] = Line.last.sent;
    Line.last.hear({ type: "notice", text: "too slow: everything begins afresh", again: true });
    expect(Line.last.sent).toEqual([frame, frame]);
  });
});
