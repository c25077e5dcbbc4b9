import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definePlugin, provide, str } from 'oracle-runtime/plugin';
import { Designs } from '../sampling/service.js';
import { Files } from '../vfs/service.js';
import { SkillCollection } from './collection.js';
import { manifest } from './manifest.js';
import { skillCapabilities } from './offered/capability-source.js';
import { rememberSkills } from './offered/remember-skills.js';
import { signSkill } from './offered/sign-skill.js';
import { skillTexts } from './offered/text-source.js';
import { skillOperations } from './operations/index.js';
import { Skills } from './service.js';
import { folderSkills } from './sources/folder-skills.js';
import { ownSkills } from './sources/own-skills.js';
import { skippedInWords } from './sources/skipped-in-words.js';

/** Where the skills that ship lie: beside this source, and in what is built beside its entry, one above its chunks. */
const SHIPPED = ['./shipped', './skills', '../skills'];
/** Where other agents that work in this project look as well. */
const PROJECT = '.agents/skills';

export default definePlugin({
  name: 'skills',
  version: '1.0.0',
  manifest,
  softDependsOn: ['vfs', 'sampling'],
  env: {
    SKILLS_DIR: str({
      default: 'skills',
      desc: 'Folder of skills for everybody; looked at where the oracle starts',
    }),
  },
  scopes: { skills: 'read the skills of this oracle, and check work by them' },
  setup({ env, logger, signer, use }) {
    const files = use(Files);
    const common = [
      folderSkills('project', [resolve(PROJECT)]),
      folderSkills('oracle', [resolve(env.SKILLS_DIR)]),
      folderSkills(
        'shipped',
        SHIPPED.map((place) => fileURLToPath(new URL(place, import.meta.url))),
      ),
    ];
    const skills = new SkillCollection([...(files === undefined ? [] : [ownSkills(files)]), ...common]);
    return {
      operations: skillOperations({ skills, designs: use(Designs), files }, signSkill(signer)),
      capabilitySources: [skillCapabilities(skills)],
      textSources: [skillTexts(skills)],
      middleware: [rememberSkills(skills, logger)],
      services: [
        provide(Skills, {
          list: (principal, signal) => skills.read(principal, signal),
          file: async (principal, name, path, signal) =>
            skills.file(principal, await skills.get(principal, name, signal), path),
        }),
      ],
      health: async () => {
        const detail = await skippedInWords(common);
        return detail === undefined ? { status: 'ok' } : { status: 'degraded', detail };
      },
    };
  },
});
