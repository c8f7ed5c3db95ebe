import { describe, expect, it } from "vitest";
import type { Sentence } from "../lib/protocol";
import { personalText, paragraphs } from "./transcript-paragraphs";

const act = (who: string, does: string, verb: string, clause = "oneida XI.K.7"): Sentence => ({
  text: `${who} ${verb}.`,
  subject: who,
  predicate: does,
  second_person: { [who]: `You ${does}.` },
  clause,
});

describe("the transcript", () => {
  it("sets a betting round under one clause and names together who does the same", () => {
    const calls: Sentence[] = [
      { text: "Burn and turn. Flop: 8♥ 5♣ 3♥.", short_text: "Burn and turn.", heading: "flop", board: "8♥ 5♣ 3♥", clause: "oneida XI.K.7" },
      { text: "Ann is first to act.", short_text: "", clause: "oneida XI.K.7" },
      act("Ann", "bet 8", "bets 8"),
      act("Wren", "raise to 16", "raises to 16"),
      act("Tobias", "call 16", "calls 16"),
      act("Cutter", "call 16", "calls 16"),
      act("Ann", "call 8", "calls 8"),
    ];
    expect(paragraphs(calls, "Ann")).toEqual([
      {
        head: "flop",
        board: "8♥ 5♣ 3♥",
        clause: "oneida XI.K.7",
        at: 0,
        sentences: ["Burn and turn.", "You bet 8.", "Wren raises to 16.", "Tobias and Cutter call 16.", "You call 8."],
      },
    ]);
  });

  it("names the reader among the others", () => {
    const calls = [act("Tobias", "fold", "folds"), act("Ann", "fold", "folds"), act("Wren", "fold", "folds")];
    expect(paragraphs(calls, "Ann")[0]!.sentences).toEqual(["Tobias, you and Wren fold."]);
    expect(paragraphs(calls, "")[0]!.sentences).toEqual(["Tobias, Ann and Wren fold."]);
  });

  it("tells twice what somebody does twice", () => {
    const calls = [act("Wren", "bet 5 on the Ante", "bets 5 on the Ante"), act("Wren", "bet 5 on the Ante", "bets 5 on the Ante")];
    expect(paragraphs(calls, "")[0]!.sentences).toEqual(["Wren bets 5 on the Ante.", "Wren bets 5 on the Ante."]);
  });

  it("begins anew with another clause, and with a street that has only its cards so far", () => {
    const calls: Sentence[] = [
      act("Wren", "check", "checks"),
      { text: "Rake: 2 from the pot.", clause: "oneida XI.G.1" },
      { text: "Turn: K♥.", short_text: "", heading: "turn", board: "K♥", clause: "oneida XI.K.8" },
    ];
    expect(paragraphs(calls, "").map(({ head, sentences }) => [head, sentences])).toEqual([
      ["", ["Wren checks."]],
      ["", ["Rake: 2 from the pot."]],
      ["turn", []],
    ]);
  });

  it("gives every hand that is shown a line of its own", () => {
    const show = (who: string): Sentence => act(who, `show ${who} cards`, "shows", "oneida XI.P.4");
    expect(paragraphs([{ ...show("Ann"), heading: "showdown" }, show("Wren")], "")).toHaveLength(2);
  });

  it("speaks to whom it speaks of", () => {
    const call = { text: "The button goes to Gale.", second_person: { Gale: "The button goes to you." } };
    expect([personalText(call, "Gale"), personalText(call, "Ann")]).toEqual(["The button goes to you.", "The button goes to Gale."]);
  });
});
