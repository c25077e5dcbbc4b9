import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { CHECKS_FILE } from '../checks/run-checks.js';
import type { SkillCollection } from '../collection.js';
import type { Skill } from '../format/skill.js';
import { rankSkills } from '../offered/rank-skills.js';
import { listedSchema, skippedSchema } from './fields.js';

/** Looking for skills. */
export function findSkillsOperations(skills: SkillCollection): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_skills',
      title: 'List skills',
      description:
        'Skills (step-by-step instructions that experts wrote) that there are, each with what it is for; and folders ' +
        'that are no valid skill, with the reason.',
      effect: 'read',
      scope: 'skills',
      input: z.object({}),
      answer: {
        description: 'The skills',
        schema: z.object({ skills: z.array(listedSchema), skipped: z.array(skippedSchema) }),
      },
      route: { method: 'get', path: '/skills', auth: 'any' },
      async run(_, { principal, signal }) {
        const found = await skills.read(principal, signal);
        return {
          skills: found.skills.map(briefly),
          skipped: found.skipped.map(({ name, origin, reason }) => ({
            name,
            origin,
            status: 'invalid' as const,
            reason,
          })),
        };
      },
      forModel: (found) => ({
        summary: counted(found.skills.length),
        skills: found.skills.map(inShort),
        ...(found.skipped.length === 0
          ? {}
          : { cannotBeLoaded: found.skipped.map(({ name, reason }) => ({ name, reason })) }),
      }),
    }),
    defineOperation({
      name: 'search_skills',
      title: 'Find a skill',
      description: 'Skills that fit a task in plain words, the best first.',
      effect: 'read',
      scope: 'skills',
      input: z.object({
        task: withWords(
          z
            .string()
            .min(1)
            .max(500)
            .meta({ description: 'What is to be done', examples: ['kitchen performance test'] }),
          { aliases: ['task', 'for'] },
        ),
      }),
      answer: { description: 'The skills', schema: z.object({ skills: z.array(listedSchema) }) },
      route: { method: 'get', path: '/skills/search', auth: 'any' },
      async run({ task }, { principal, signal }) {
        const found = await skills.read(principal, signal);
        return { skills: rankSkills(task, found.skills).map(briefly) };
      },
      forModel: (found) => ({
        summary:
          found.skills[0] === undefined ? 'No skill is for that.' : `${found.skills[0].name} fits best.`,
        skills: found.skills.map(inShort),
      }),
    }),
  ];
}

function briefly({ name, description, origin, digest, files, warnings }: Skill) {
  return {
    name,
    description,
    origin,
    digest,
    hasChecks: files.some(({ path }) => path === CHECKS_FILE),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}

function inShort({ name, description, origin, hasChecks }: z.output<typeof listedSchema>) {
  return { name, description, origin, hasChecks };
}

function counted(count: number): string {
  return count === 1 ? 'There is 1 skill.' : `There are ${count} skills.`;
}
