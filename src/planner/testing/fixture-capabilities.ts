import type { KnownCapability } from '../choosing/rank-capabilities.js';
import { money } from './fixtures/money.js';
import { notes } from './fixtures/notes.js';
import { plots } from './fixtures/plots.js';
import { registry } from './fixtures/registry.js';
import { surveyDesign } from './fixtures/survey-design.js';
import { todo } from './fixtures/todo.js';
import { weather } from './fixtures/weather.js';

/** Capabilities as plugin authors write them, for the planner's tests. No plugin of the project is among them. */
export const FIXTURE_CAPABILITIES: readonly KnownCapability[] = [
  surveyDesign,
  weather,
  todo,
  notes,
  money,
  plots,
  registry,
];
