import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What is asked of an attached file decides, and what kind of file it is: not each is a registry of households. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const withFile = (text: string, file: string) =>
  talk([`${text}\n\nAttached files:\n- ${file} (application/octet-stream): inline`], options);

describe('a file that a message brings', () => {
  it.each([
    ['Read the numbers of the attached chart', 'allocation.png', 'read_chart'],
    ['Read the numbers of the attached chart', 'allocation.svg', 'read_chart'],
    ['Verify the attached report', 'plan.docx', 'verify_report'],
    ['Preview the attached logger file', 'loggers.csv', 'preview_logger_files'],
    ['Register the attached household registry', 'homes.csv', 'register_households'],
  ])('is taken by what is asked for: %s, %s', (text, file, name) => {
    const { calls } = withFile(text, file);
    expect(calls.filter((call) => call.name !== 'load_capability')).toEqual([{ name, args: {} }]);
  });

  it.each([
    ['what are the numbers in this picture?', 'allocation.png', 'Read the numbers of a chart'],
    ['is this report genuine?', 'plan.pdf', 'Verify a report'],
    ['here is the list', 'homes.csv', 'Register households'],
  ])('is proposed for the one thing that takes its kind: %s, %s', (text, file, title) => {
    expect(withFile(text, file).text).toContain(`**${title}**: go ahead?`);
  });

  it('is asked about where the message does not tell', () => {
    const { calls, text } = withFile('what is this?', 'homes.csv');
    expect(calls).toEqual([]);
    expect(text).toContain('I have homes.csv. What shall I do with it?');
  });
});
