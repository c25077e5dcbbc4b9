/** Names of the interface that warnings and readings of a design use, and what they say to who reads it on a screen. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/set parameterType to (\w+) \(see alternatives\)/g, 'ask for a $1 (see the other readings below)'],
  [/\bparameterType (\w+)/g, 'read as a $1'],
  [/\bparameterType\b/g, 'what is estimated'],
  [/\bjustification\.mean\b/g, 'the expected mean'],
  [/\bjustification\.sd\b/g, 'the standard deviation'],
  [/\bjustification\.dropout\b/g, 'the dropout'],
  [/\bexpectedMean\b/g, 'the expected mean'],
  [/\bexpectedSD\b/g, 'the standard deviation'],
  [/\bdropoutRate\b/g, 'the dropout'],
  [/\bdesignEffect\b/g, 'the design effect'],
  [/\bcriticalValue t\b/g, 'Student’s t in place of z'],
  [/\bcriticalValue z\b/g, 'z in place of Student’s t'],
];

/** Words of the program for a person: `Give credible data for: justification.mean` as `… the expected mean`. */
export function inWords(text: string): string {
  const plain = NAMES.reduce((words, [name, said]) => words.replace(name, said), text);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
