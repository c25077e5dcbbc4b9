import type { z } from 'zod';
import { fieldErrors } from '../kit/index.js';

const SHOWN_FAULTS = 30;
const SHOWN_FAULT = 500;

/** What is wrong with arguments, one line for each field, for a model that has to mend them. */
export function faultLines(error: Pick<z.ZodError, 'issues'>): string {
  const all = fieldErrors(error);
  const lines = all
    .slice(0, SHOWN_FAULTS)
    .map(
      ({ field, message }) =>
        `- ${field.slice(0, SHOWN_FAULT) || 'arguments'}: ${message.slice(0, SHOWN_FAULT)}`,
    );
  if (all.length > SHOWN_FAULTS) lines.push(`- and ${all.length - SHOWN_FAULTS} more`);
  return lines.join('\n');
}

/** What a model is told of a call whose arguments its tool refuses. */
export function doNotFit(tool: string, error: Pick<z.ZodError, 'issues'>): string {
  return `The arguments of '${tool}' do not fit its schema:\n${faultLines(error)}`;
}
