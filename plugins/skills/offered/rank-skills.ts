import type { Skill } from '../format/skill.js';

const MOST_FOUND = 5;
const SHORTEST_STEM = 4;
/** A word of the name says more than one of the description. */
const BY_NAME = 2;
/** What says less than this part of the best is not for the task. */
const LEAST = 0.4;
/** Words that no task is about. */
const COMMON = new Set(
  'the and for with that this from how our der die das und fur mit les des pour avec los las para con que por com uma kwa'.split(
    ' ',
  ),
);

/** Skills that have words of a task in their name or description, the best first. A word that few have says more. */
export function rankSkills(task: string, skills: readonly Skill[]): Skill[] {
  const wanted = [...wordsOf(task)];
  const known = skills.map((skill) => {
    return { skill, name: wordsOf(skill.name), description: wordsOf(skill.description) };
  });
  const rarity = new Map(
    wanted.map((word) => {
      const having = known.filter(({ name, description }) => name.has(word) || description.has(word)).length;
      return [word, Math.log(1 + skills.length / (having || 1))];
    }),
  );
  const ranked = known
    .map(({ skill, name, description }) => {
      const weigh = (word: string) => (name.has(word) ? BY_NAME : description.has(word) ? 1 : 0);
      return { skill, score: wanted.reduce((sum, word) => sum + weigh(word) * (rarity.get(word) ?? 0), 0) };
    })
    .sort((one, other) => other.score - one.score);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score > 0 && score >= LEAST * best)
    .slice(0, MOST_FOUND)
    .map(({ skill }) => skill);
}

/** Words without their usual endings. */
function wordsOf(text: string): Set<string> {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const telling = (words ?? []).filter(
    (word) => (word.length > 2 || /[^a-z]/.test(word)) && !COMMON.has(word),
  );
  return new Set(telling.map(stemOf));
}

function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|e|n|en|er)$/, '');
  return stem.length < SHORTEST_STEM ? word : stem;
}
