/** Labels of the choices in a pending decision. */

import { amount } from "../lib/chips";
import type { Choice, PendingDecisionView } from "../lib/protocol";
import { table as t } from "../strings/table";

function choiceLabel(choice: Choice): string {
  if (choice.do === "draw") return t.throwAny;
  const bounds = choice.bounds?.[0];
  if (choice.verb && bounds && bounds.min !== bounds.max) return t.between(choice.verb, amount(bounds.min), amount(bounds.max));
  return choice.label ?? "";
}

/** Return the choices as a sentence: "fold, call 32, or raise to between 48 and 72". */
export const choiceLabels = (decision: PendingDecisionView | undefined): string => t.either((decision?.choices ?? []).map(choiceLabel).filter(Boolean));
