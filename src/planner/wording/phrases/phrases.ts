import type { Sign } from '../../dialogue/consent/consent-words.js';
import type { Language } from '../../language/language.js';

/** What the planner says of its own, in one language. Names of fields and operations, and results, stay as they are. */
export interface Phrases {
  readonly language: Language;
  /** Whether thousands are set off by a comma, which is a decimal sign to many. */
  readonly commas: boolean;
  /** Joins the last two of a list. */
  readonly and: string;
  /** Puts a text in this language's quotation marks. */
  readonly quote: (text: string) => string;
  readonly offline: string;
  readonly cut: string;
  readonly interrupted: (title: string) => string;
  readonly done: (title: string) => string;
  readonly leftAsItWas: string;
  readonly nothingTakenBack: string;
  readonly failed: (title: string, reason: string) => string;
  readonly noReason: string;
  readonly tellMe: (fields: string) => string;
  readonly unused: (values: string) => string;
  /** Asks what values are that a call leaves unused. */
  readonly whatIs: (values: string) => string;
  /** Asks which of several values for one thing holds. */
  readonly whichOne: (values: string) => string;
  readonly unitsApart: string;
  /** Asks which of a whole and its parts is right. */
  readonly partsApart: (parts: string, whole: string) => string;
  /** Asks which of some things a value is. */
  readonly isIt: (value: string, meanings: readonly string[]) => string;
  readonly notLoaded: (name: string, reason: string | undefined) => string;
  readonly nothingAvailable: string;
  readonly canDo: string;
  readonly loaded: string;
  readonly askPlainly: string;
  readonly welcome: string;
  readonly goodbye: string;
  readonly good: string;
  /** A yes came with nothing open that it could be for. */
  readonly nothingWaits: string;
  readonly leaveIt: string;
  /** What was only shown was not wanted. */
  readonly leftUndone: (what: string) => string;
  /** Thanks came for what was only shown, with the words to have it done by. */
  readonly notDoneYet: (what: string, words: string) => string;
  readonly whoIAm: string;
  readonly hello: string;
  readonly noModel: string;
  readonly helpWith: (list: string) => string;
  readonly more: (count: number) => string;
  readonly try: string;
  readonly unsure: string;
  /** How a file of the person's own machine comes here. */
  readonly bringFile: string;
  /** A file came, without a wish that is understood. */
  readonly gotFile: (names: string) => string;
  readonly cannotShowFile: (name: string, type: string) => string;
  /** Heads the first lines of a file. */
  readonly fileBegins: (name: string) => string;
  readonly nearest: string;
  readonly example: (text: string) => string;
  /** How the end of a proposal begins: by it the next turn knows that it may be a yes. Ends in a question mark. */
  readonly goAhead: string;
  /** The words that are taken as its answer. */
  readonly yesOrNo: readonly [yes: string, no: string];
  readonly cannotHeed: (words: string) => string;
  /** How a question for values begins: by it the next turn knows that it may be an answer. */
  /** How to leave a question that is asked again. */
  readonly orLeaveIt: string;
  /** A proposal that something else took the place of. */
  readonly setAside: (what: string) => string;
  readonly stillNeed: string;
  readonly aValueThatFits: string;
  readonly forThis: (title: string) => string;
  /** Asks which of some values a field is to have, and for what. */
  readonly which: (label: string, choices: string, what: string) => string;
  readonly bounds: (label: string, bounds: string, wrote: string) => string;
  readonly atLeast: (value: string) => string;
  readonly atMost: (value: string) => string;
  readonly wholeNumber: string;
  readonly refused: (why: string, words: string) => string;
  readonly sayPlainly: (example: string | undefined) => string;
  readonly readsAs: Readonly<Record<Sign, string>>;
}

/** The names of things to choose from, in bold, with the last two joined by the word for `or`. */
export function either(meanings: readonly string[], or: string): string {
  const bold = meanings.map((meaning) => `**${meaning}**`);
  return bold.length > 1 ? `${bold.slice(0, -1).join(', ')} ${or} ${bold.at(-1)}` : (bold[0] ?? '');
}
