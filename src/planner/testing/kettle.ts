import { z } from 'zod';
import { readUtterances } from '../../plugin/index.js';
import type { OwnLesson } from '../understanding/learn-own.js';

const schema = (input: z.ZodObject) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return parameters;
};

const operations = [
  {
    name: 'brew_tea',
    parameters: schema(z.object({ cups: z.int().min(1), kind: z.string().optional() })),
  },
  { name: 'stop_kettle', parameters: schema(z.object({})) },
];
const UTTERANCES = `
{"do":"brew_tea","say":"(brew|make|prepare) {cups:small} cups of tea(, please|)"}
{"do":"brew_tea","say":"(I would like|we need) {cups:small} cups of {kind=green} tea"}
{"do":"brew_tea","say":"tea for {cups:small}"}
{"do":"brew_tea","say":"put the kettle on for {cups:small} cups"}
{"do":"brew_tea","say":"can you brew {kind=mint} tea, {cups:small} cups"}
{"do":"stop_kettle","say":"(stop|switch off|turn off) the kettle"}
{"do":"stop_kettle","say":"no more boiling(, thanks|)"}
{"do":"stop_kettle","say":"kettle off (now|)"}
{"not":"negation","say":"(don't|do not) (brew|make) tea"}
{"not":"past","say":"I made tea this morning"}
`;

/** A plugin that nobody trained for, as its author would teach it: ten sentences. */
export const KETTLE: OwnLesson = {
  operations,
  manifests: [],
  files: [{ author: 'kettle', language: 'en', utterances: readUtterances(UTTERANCES).utterances }],
};
