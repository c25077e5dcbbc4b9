import { kitchenTestOf } from './kitchen-test.js';
import { stillInUse } from './still-in-use.js';
import { stoveUse } from './stove-use.js';
import type { Template } from './template.js';

/** Ready interviews, by what they measure. */
export const TEMPLATES = {
  stove_use: stoveUse,
  still_in_use: stillInUse,
  kitchen_test: kitchenTestOf({}),
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]];
