import type { Calibration, Model, OperationKnowledge } from '../model.js';
import type { KnownOperation } from '../operation.js';
import type { Reader } from '../reader.js';
import type { Example } from './example.js';
import { fitSoftmax, type Row } from './fit-softmax.js';
import { type ExampleRows, rowsOf } from './rows.js';
import { type Taught, whatIsTaught } from './taught.js';
import { knownBeside } from './words-beside.js';

/** Bits of the hashes: what more of them added on authors never seen was within the noise. */
const BITS: Bits = { intent: 17, slots: 16, spans: 15, choices: 14 };
const EPOCHS = 3;

export interface Bits {
  readonly intent: number;
  readonly slots: number;
  readonly spans: number;
  readonly choices: number;
}

export interface FitOptions {
  readonly seed: number;
  readonly bits?: Bits;
}

/** Fits all that is learnt. Equal examples in equal order, and an equal seed, give equal weights on any machine. */
export function fitModel(
  examples: readonly Example[],
  operations: readonly KnownOperation[],
  reader: Reader,
  calibration: Calibration,
  options: FitOptions,
): Model {
  const taught = whatIsTaught(examples, operations);
  return fitRows(
    examples.map((example) => rowsOf(example, taught, reader)),
    taught,
    calibration,
    options,
  );
}

/** The same from rows that are at hand. */
export function fitRows(
  rows: readonly ExampleRows[],
  taught: Taught,
  calibration: Calibration,
  { seed, bits = BITS }: FitOptions,
): Model {
  const fitted = (list: readonly Row[], width: number) =>
    fitSoftmax(list, { bits: width, epochs: EPOCHS, seed });
  const beside = knownBeside(rows.flatMap((one) => one.beside));
  return {
    intent: fitted(
      rows.flatMap((one) => (one.intent === undefined ? [] : [one.intent])),
      bits.intent,
    ),
    slots: fitted(
      rows.flatMap((one) => one.slots),
      bits.slots,
    ),
    spans: fitted(
      rows.flatMap((one) => one.spans),
      bits.spans,
    ),
    choices: fitted(
      rows.flatMap((one) => one.choices),
      bits.choices,
    ),
    operations: Object.fromEntries(
      taught.operations.map((name) => [
        name,
        { ...knowledgeOf(name, taught), beside: beside.get(name) ?? {} },
      ]),
    ),
    relations: Object.fromEntries(taught.relations),
    calibration,
    background: [],
  };
}

function knowledgeOf(name: string, taught: Taught): Omit<OperationKnowledge, 'beside'> {
  return {
    slots: taught.slotLabels(name),
    spans: taught.spanKeys(name),
    usual: taught.usual(name),
    words: taught.words(name),
    choices: Object.fromEntries(taught.choiceKeys(name).map((key) => [key, taught.choiceLabels(name, key)])),
  };
}
