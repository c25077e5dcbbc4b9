import type { Candidate } from '../../choosing/candidates.js';
import { missingFields } from '../../filling/complete-args.js';
import type { TextModel } from '../../filling/read-text.js';
import { plainSentence } from '../../language/plain-sentence.js';
import { getPath, rootLeaves } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { consentTo } from '../consent/consent.js';
import type { PlannedCall } from '../planning/planned-call.js';

/** The call of an example that a message says word for word: what an author wrote down needs no guess. */
export function asTaught(said: TextModel, candidates: readonly Candidate[]): PlannedCall | undefined {
  const words = plainSentence(said.text);
  // A tool may belong to several capabilities, and the example stand with another than that which it is known by.
  const manifests = new Set(candidates.flatMap(({ capability }) => capability?.manifest ?? []));
  const taught = [...manifests]
    .flatMap(({ examples = [] }) => examples)
    .filter(({ user }) => plainSentence(user) === words);
  for (const candidate of candidates) {
    const { tool } = candidate;
    const example = taught.find((one) => one.tool === tool.name);
    if (example === undefined) continue;
    const { args } = example;
    // An example cannot give the day that `tomorrow` is, but where it takes the very words: `every Monday at 08:00`.
    const given = JSON.stringify(args);
    const isOpen = said.dates.some(
      ({ relative, start, end }) => relative && !given.includes(said.text.slice(start, end)),
    );
    if (isOpen && Object.keys(args).length > 0) continue;
    const fields = fieldsOf(tool.parameters);
    const filled = rootLeaves(fields).filter((field) => getPath(args, field.path) !== undefined);
    const places = filled.flatMap(({ path }) => {
      const value = getPath(args, path);
      const start = typeof value === 'string' ? said.text.indexOf(value) : -1;
      return start < 0 ? [] : [{ start, end: start + String(value).length }];
    });
    const consent = consentTo(candidate, said, { places, filled });
    return {
      candidate,
      args,
      missing: missingFields(fields, args),
      refused: [],
      unused: [],
      consent,
      taught: true,
    };
  }
  return undefined;
}
