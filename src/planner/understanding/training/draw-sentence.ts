import type { SlotField, Template, Utterance } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import { drawValue } from './draw-value.js';
import type { Random } from './random.js';

/** Where a made-up sentence holds a value. */
export interface DrawnSpan {
  readonly start: number;
  readonly end: number;
  /** Empty: it fills no field. */
  readonly fields: readonly SlotField[];
}

export interface DrawnTurn {
  readonly text: string;
  readonly spans: readonly DrawnSpan[];
  /** Values outside of the spans may have filled what a later turn changed. */
  readonly partial?: true;
}

/** One of the many sentences that an utterance stands for, now and then as it is typed in haste. */
export function drawSentence(utterance: Utterance, random: Random, language: Language): DrawnTurn[] {
  return utterance.say.map((template) => hasty(drawTurn(template, random, language), random));
}

function drawTurn(template: Template, random: Random, language: Language): DrawnTurn {
  const spans: DrawnSpan[] = [];
  let text = '';
  const write = (pieces: Template) => {
    for (const piece of pieces) {
      if (piece.type === 'words') text += piece.text;
      else if (piece.type === 'choice') write(random.pick(piece.options));
      else {
        const { draws, fields } = piece.slot;
        const value = 'text' in draws ? draws.text : drawValue(draws.kind, random, language);
        spans.push({ start: text.length, end: text.length + value.length, fields });
        text += value;
      }
    }
  };
  write(template);
  return tidy({ text, spans });
}

/** Without the double spaces that empty alternatives leave. */
function tidy(turn: DrawnTurn): DrawnTurn {
  return edit(turn, (char, at) => (char === ' ' && (turn.text[at - 1] ?? ' ') === ' ' ? '' : char));
}

/** So many of the sentences are written in capital letters alone. */
const SHOUTED = 0.03;

/** A value of plain words, such as a name: who writes all in small or all in capital letters writes it so too. */
const PLAIN_WORDS = /^[\p{L}\p{M}\s'’-]+$/u;

/** All in capital letters; lower case, a lost accent, a slip of the finger, no final mark. Codes and figures stay as they are. */
function hasty(drawn: DrawnTurn, random: Random): DrawnTurn {
  const turn = random.chance(SHOUTED)
    ? edit(drawn, (char, at) => (isHeldIn(drawn, at) ? char : char.toUpperCase()))
    : drawn;
  const inValue = (at: number) => turn.spans.some((span) => at >= span.start && at < span.end);
  let edited = turn;
  const lower = random.chance(0.2);
  const bare = random.chance(0.15);
  if (lower || bare)
    edited = edit(turn, (char, at) => {
      if (inValue(at)) return lower && !isHeldIn(turn, at) ? char.toLowerCase() : char;
      const plain = bare ? char.normalize('NFD').replace(/\p{M}/gu, '') : char;
      return lower ? plain.toLowerCase() : plain;
    });
  if (random.chance(0.2)) edited = { ...edited, text: edited.text.replace(/[.!?]$/u, '') };
  if (!random.chance(0.12)) return edited;
  const letters = [...edited.text].flatMap((char, at) =>
    /\p{Ll}/u.test(char) && !edited.spans.some((span) => at >= span.start && at < span.end) ? [at] : [],
  );
  if (letters.length < 8) return edited;
  const slip = random.pick(letters);
  const twice = random.chance(0.4);
  return edit(edited, (char, at) => (at === slip ? (twice ? char + char : '') : char));
}

/** Whether a place is within a value that is more than plain words. */
function isHeldIn({ text, spans }: DrawnTurn, at: number): boolean {
  return spans.some(({ start, end }) => at >= start && at < end && !PLAIN_WORDS.test(text.slice(start, end)));
}

/** The turn with each of its characters replaced, its values kept in their places. */
function edit(turn: DrawnTurn, replace: (char: string, at: number) => string): DrawnTurn {
  let text = '';
  const places: number[] = [];
  for (let at = 0; at < turn.text.length; at++) {
    places.push(text.length);
    text += replace(turn.text[at] ?? '', at);
  }
  places.push(text.length);
  const place = (at: number) => places[at] ?? text.length;
  return {
    text: text.trimEnd(),
    spans: turn.spans.map((span) => ({ ...span, start: place(span.start), end: place(span.end) })),
  };
}
