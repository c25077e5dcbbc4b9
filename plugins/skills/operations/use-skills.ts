import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { SkillCollection } from '../collection.js';
import { loadedSchema, presentFile, presentSkill } from '../offered/present-skill.js';
import type { SignSkill } from '../offered/sign-skill.js';
import { skillField } from './fields.js';

/** Reading skills. */
export function useSkillsOperations(skills: SkillCollection, sign: SignSkill): AnyOperation[] {
  return [
    defineOperation({
      name: 'load_skill',
      title: 'Load a skill',
      description:
        'The instructions of a skill, to be followed step by step with the tools that there are, and the names of its ' +
        'files. A skill gives no rights: what needs approval still does.',
      effect: 'read',
      scope: 'skills',
      input: z.object({ skill: skillField }),
      answer: { description: 'The skill, signed by the oracle', schema: loadedSchema },
      route: {
        method: 'get',
        path: '/skills/:skill',
        auth: 'any',
        errors: { 404: 'There is no such skill' },
      },
      async run({ skill: name }, { principal, signal }) {
        const skill = await skills.get(principal, name, signal);
        return { ...presentSkill(skill), signature: await sign(skill) };
      },
      forModel: ({ name, instructions, files, hasChecks, compatibility }) => ({
        summary: `The skill ${name} says:`,
        text: instructions,
        files: files.map(({ path }) => path),
        hasChecks,
        ...(compatibility === undefined ? {} : { compatibility }),
      }),
    }),
    defineOperation({
      name: 'read_skill_file',
      title: 'Read a file of a skill',
      description: 'A text file of a skill, such as references/guide.md, by the path that load_skill names.',
      effect: 'read',
      scope: 'skills',
      input: z.object({
        skill: skillField,
        file: withWords(
          z
            .string()
            .min(1)
            .max(512)
            .meta({ description: 'Path in the skill', examples: ['references/protocol.md'] }),
          { aliases: ['file', 'path'] },
        ),
      }),
      answer: {
        description: 'The file',
        schema: z.object({ skill: z.string(), file: z.string(), sha256: z.string(), text: z.string() }),
      },
      route: {
        method: 'get',
        path: '/skills/:skill/file',
        auth: 'any',
        errors: { 404: 'There is no such skill or file' },
      },
      async run({ skill: name, file }, { principal, signal }) {
        const skill = await skills.get(principal, name, signal);
        return presentFile(skill, file, await skills.file(principal, skill, file));
      },
      forModel: ({ skill, file, text }) => ({ summary: `${file} of the skill ${skill}:`, text }),
    }),
  ];
}
