/**
 * Paragraphs of the transcript: sentences under one clause are joined, and players who do the same are named
 * together. The wording is the server's.
 */

import type { Sentence } from "../lib/protocol";
import { table as t } from "../strings/table";

/** One sentence, or several with the same predicate merged: the names and the predicate. */
interface MergedSentence {
  text: string;
  names: string[];
  predicate: string;
}

export interface Paragraph {
  /** Street that begins here, and its board cards. */
  head: string;
  board: string;
  sentences: string[];
  clause: string;
  /** Index of the first announcement, which identifies the paragraph while it grows. */
  at: number;
}

const SHOWDOWN = "showdown";

/** Return an announcement as one person reads it: in the second person if it is about them. */
export const personalText = (call: Sentence, me: string): string => call.second_person?.[me] ?? call.text;

export function paragraphs(calls: readonly Sentence[], me: string): Paragraph[] {
  const drafts: { paragraph: Paragraph; sentences: MergedSentence[] }[] = [];
  let [head, board, street] = ["", "", ""];
  calls.forEach((call, index) => {
    if (call.heading) [head, board, street] = [call.heading, call.board ?? "", call.heading];
    const text = call.short_text ?? personalText(call, me);
    if (!text) return;
    const sentence = { text, names: nameIn(call, me), predicate: call.predicate ?? "" };
    const lastDraft = drafts.at(-1);
    const clause = call.clause ?? "";
    if (lastDraft && !head && clause && lastDraft.paragraph.clause === clause) {
      const previous = lastDraft.sentences.at(-1)!;
      if (sentence.predicate && previous.predicate === sentence.predicate && !previous.names.includes(sentence.names[0]!)) {
        previous.names.push(...sentence.names);
        return;
      }
      // At the showdown every hand has its own line.
      if (street !== SHOWDOWN) {
        lastDraft.sentences.push(sentence);
        return;
      }
    }
    drafts.push({ paragraph: { head, board, sentences: [], clause, at: index }, sentences: [sentence] });
    [head, board] = ["", ""];
  });
  const finished = drafts.map(({ paragraph, sentences }) => ({ ...paragraph, sentences: sentences.map(sentenceText) }));
  // A street without announcements yet is shown by its heading.
  return head ? [...finished, { head, board, sentences: [], clause: "", at: calls.length }] : finished;
}

const nameIn = (call: Sentence, me: string): string[] => (call.predicate ? [call.second_person?.[me] ? t.youInside : (call.subject ?? "")] : []);

function sentenceText({ text, names, predicate }: MergedSentence): string {
  if (names.length < 2) return text;
  const sentence = `${t.listed(names)} ${predicate}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
