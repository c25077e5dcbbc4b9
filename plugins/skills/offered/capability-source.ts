import { sha256Hex } from 'oracle-runtime/kit';
import { type CapabilitySource, defineTool, type ToolRuntime } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { SkillCollection } from '../collection.js';
import type { Skill } from '../format/skill.js';
import { presentFile, presentSkill } from './present-skill.js';

const PREFIX = 'skills/';
const LONGEST_SUMMARY = 200;
const LONGEST_TOOL = 64;

/**
 * Each skill as a capability: its description is found in the list, its instructions come when its tool is called, its
 * files one at a time after that.
 */
export function skillCapabilities(skills: SkillCollection): CapabilitySource {
  return {
    list: (principal) =>
      skills.lately(principal).skills.map(({ name, description }) => ({
        name: `${PREFIX}${name}`,
        manifest: {
          title: `Skill: ${name}`,
          summary: shortened(description),
          whenToUse: [description],
          tags: name.split('-'),
          category: 'skills',
        },
      })),
    async load(capability, principal, signal) {
      const name = capability.slice(PREFIX.length);
      const found = await skills.get(principal, name, signal);
      return [
        defineTool({
          name: toolNameOf(name),
          title: `Skill: ${name}`,
          description: `Instructions of the skill ${name}, to be followed step by step; with \`file\`, one of its files. It gives no rights.`,
          effect: 'read',
          idempotent: true,
          scope: 'skills',
          input: z.object({ file: z.string().max(512).optional().describe('Path of one of its files') }),
          run: ({ file }, rt) => open(skills, found, rt, file),
        }),
      ];
    },
  };
}

/** As it is when it is used, not as it was when it was loaded. */
async function open(
  skills: SkillCollection,
  { name }: Skill,
  { principal, signal }: ToolRuntime,
  file: string | undefined,
): Promise<object> {
  const skill = await skills.get(principal, name, signal);
  if (file === undefined) return presentSkill(skill);
  return presentFile(skill, file, await skills.file(principal, skill, file));
}

function shortened(description: string): string {
  const line = description.replace(/\s+/g, ' ');
  return line.length <= LONGEST_SUMMARY ? line : `${line.slice(0, LONGEST_SUMMARY - 1)}…`;
}

/** `skill_plan_a_sample`; of what holds other letters or is long, the beginning and a hash. */
function toolNameOf(name: string): string {
  const plain = `skill_${name.replaceAll('-', '_')}`;
  if (/^[a-z0-9_]+$/.test(plain) && plain.length <= LONGEST_TOOL) return plain;
  const hash = sha256Hex(name).slice(0, 12);
  const ascii = plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_+$/, '')
    .slice(0, 40);
  return `${ascii.replace(/_+$/, '')}_${hash}`;
}
