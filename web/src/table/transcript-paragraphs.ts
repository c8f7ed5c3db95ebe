/**
 * What the dealer said, set as a rulebook is: sentences under one clause stand together, and those who do the same
 * are named together. The words are the server's; here they are only put side by side.
 */

import type { Sentence } from "../lib/protocol";
import { table as t } from "../strings/table";

/** One sentence, or several of the same kind: everybody who does it, and what. */
interface MergedSentence {
  text: string;
  names: string[];
  predicate: string;
}

export interface Paragraph {
  /** The part of the round that begins here, and the cards it begins with. */
  head: string;
  board: string;
  sentences: string[];
  clause: string;
  /** The call it begins with: it stays the same paragraph while it grows. */
  at: number;
}

const SHOWDOWN = "showdown";

/** A call as somebody hears it: who is spoken of is spoken to. */
export const personalText = (call: Sentence, me: string): string => call.second_person?.[me] ?? call.text;

export function paragraphs(calls: readonly Sentence[], me: string): Paragraph[] {
  const found: { paragraph: Paragraph; sentences: MergedSentence[] }[] = [];
  let [head, board, part] = ["", "", ""];
  calls.forEach((call, at) => {
    if (call.heading) [head, board, part] = [call.heading, call.board ?? "", call.heading];
    const text = call.short_text ?? personalText(call, me);
    if (!text) return;
    const sentence = { text, names: nameIn(call, me), predicate: call.predicate ?? "" };
    const last = found.at(-1);
    const clause = call.clause ?? "";
    if (last && !head && clause && last.paragraph.clause === clause) {
      const before = last.sentences.at(-1)!;
      if (sentence.predicate && before.predicate === sentence.predicate && !before.names.includes(sentence.names[0]!)) {
        before.names.push(...sentence.names);
        return;
      }
      // A hand that is shown has its line to itself.
      if (part !== SHOWDOWN) {
        last.sentences.push(sentence);
        return;
      }
    }
    found.push({ paragraph: { head, board, sentences: [], clause, at }, sentences: [sentence] });
    [head, board] = ["", ""];
  });
  const set = found.map(({ paragraph, sentences }) => ({ ...paragraph, sentences: sentences.map(said) }));
  // A street of which nothing has been said yet stands there by its head alone.
  return head ? [...set, { head, board, sentences: [], clause: "", at: calls.length }] : set;
}

const nameIn = (call: Sentence, me: string): string[] => (call.predicate ? [call.second_person?.[me] ? t.youInside : (call.subject ?? "")] : []);

function said({ text, names, predicate }: MergedSentence): string {
  if (names.length < 2) return text;
  const sentence = `${t.listed(names)} ${predicate}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
