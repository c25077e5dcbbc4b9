import type { AnyOperation } from 'oracle-runtime/plugin';
import type { SignSkill } from '../offered/sign-skill.js';
import { type CheckSkillParts, checkSkillOperation } from './check-skill.js';
import { findSkillsOperations } from './find-skills.js';
import { useSkillsOperations } from './use-skills.js';

export function skillOperations(parts: CheckSkillParts, sign: SignSkill): AnyOperation[] {
  return [
    ...findSkillsOperations(parts.skills),
    ...useSkillsOperations(parts.skills, sign),
    checkSkillOperation(parts),
  ];
}
