import { flattened, isProperties, type Properties } from './json-cells.js';

/** What forms' programs keep beside the answers; none of these lists is a group of questions. */
const BESIDE = /^_|(?:^|\/)(?:_attachments|_notes|_tags)$/;

/** Groups of questions that were answered several times within one submission: KoboToolbox's and ODK's repeats. */
export function repeatGroups(sample: readonly Properties[]): string[] {
  const names = new Set<string>();
  for (const properties of sample)
    for (const [name, value] of Object.entries(properties))
      if (!BESIDE.test(name) && Array.isArray(value) && value.length > 0 && value.every(isProperties))
        names.add(name);
  return [...names];
}

/**
 * A submission as one object an answer of a repeat group, each with what was asked once. KoboToolbox writes the group before
 * the names of its questions, ODK does not; here it always stands there. Without an answer the submission stands alone.
 */
export function unfolded(properties: Properties, group: string): Properties[] {
  const { [group]: answers, ...once } = properties;
  if (!Array.isArray(answers) || answers.length === 0) return [once];
  return answers.map((answer: unknown) => {
    const own = isProperties(answer) ? Object.entries(flattened(answer)) : [];
    return {
      ...once,
      ...Object.fromEntries(
        own.map(([name, value]) => [name.startsWith(`${group}/`) ? name : `${group}/${name}`, value]),
      ),
    };
  });
}
