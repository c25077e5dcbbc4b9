import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

/** What keeps anything is neither done nor proposed where the deed is only asked about, told of, put off, ended or taken back. */
let options: TalkOptions;
let keeping: readonly { readonly tool: string; readonly say: string }[];
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
  keeping = options.capabilities.flatMap(({ manifest, tools }) =>
    (manifest.examples ?? [])
      .filter(({ tool }) => tools.some((one) => one.name === tool && one.effect !== 'read'))
      .map(({ tool, user }) => ({ tool, say: `${user[0]?.toLowerCase() ?? ''}${user.slice(1)}` }))
      .filter(
        ({ say }) => !/^(?:i|get|how|what|set|my|remind|remember|forget|undo|cancel|stop)\s/u.test(say),
      ),
  );
});

const KINDS: Readonly<Record<string, (say: string) => string>> = {
  'should I': (say) => `should I ${say}?`,
  'can I': (say) => `can I ${say}?`,
  'we could': (say) => `we could ${say}`,
  maybe: (say) => `maybe ${say}`,
  not: (say) => `do not ${say}`,
  'not yet': (say) => `not yet: ${say}`,
  'remind me': (say) => `remind me to ${say}`,
  'ask somebody': (say) => `ask Juma to ${say}`,
  'let somebody': (say) => `let Juma ${say}`,
  if: (say) => `if it rains, ${say}`,
};

/** Tools of the matrix that a sentence calls or proposes. */
function doneBy(said: string, tool: string): boolean {
  const { calls, text } = talk([said], options);
  if (calls.some(({ name }) => name === tool)) return true;
  return asksToGoAhead(text) && talk([said, 'yes'], options).calls.some(({ name }) => name === tool);
}

describe('what keeps or changes anything', () => {
  it.each(Object.keys(KINDS))('%s', (kind) => {
    const harmed = keeping.flatMap(({ say, tool }) => {
      const said = KINDS[kind]?.(say) ?? '';
      return doneBy(said, tool) ? [said] : [];
    });
    expect(keeping.length).toBeGreaterThan(10);
    expect(harmed).toEqual([]);
  });

  it.each([
    ['dois-je tirer 60 ménages de /reg.csv avec la graine 503 ?', 'select_households'],
    ['¿debo sortear 60 hogares de /reg.csv con semilla 503?', 'select_households'],
    ['soll ich 60 aus /reg.csv mit Startwert 503 ziehen?', 'select_households'],
    ['ziehe keine 60 aus /reg.csv mit Startwert 711', 'select_households'],
    ['stop drawing 60 from /reg.csv with seed 607', 'select_households'],
    ['undo drawing 60 from /reg.csv with seed 608', 'select_households'],
    ['cancel the draw of 60 from /reg.csv with seed 711', 'select_households'],
    ['my colleague wants to draw 60 from /reg.csv with seed 711', 'select_households'],
    ['I drew 60 from /reg.csv with seed 711 yesterday', 'select_households'],
    ['draw nothing yet: 60 from /reg.csv with seed 711', 'select_households'],
    ['we recalculated design-aaaa1111 with mean 3.9 and sd 1.4', 'recalculate_sample'],
    ['undo the recalculation of design-aaaa1111 with mean 3.9 and sd 1.2', 'recalculate_sample'],
    ['berechne design-aaaa1111 nicht neu mit Mittelwert 3,9 und SD 1,2', 'recalculate_sample'],
    ['anula el recálculo de design-aaaa1111 con media 3,9 y desviación 1,2', 'recalculate_sample'],
    ['please design no sample for 5000 households, mean 0.8, sd 0.2', 'design_sample'],
    ['undo the phone form for design-aaaa1111', 'make_survey_form'],
    ['annule le formulaire de design-aaaa1111', 'make_survey_form'],
    ['cancel the analysis of the stove use in /log.csv', 'analyse_stove_use'],
    ['unsubmit design-aaaa1111', 'submit_design'],
    ['cancel the calendar of design-aaaa1111', 'submit_design'],
    ['unseal the detection settings of design-aaaa1111', 'seal_detection_protocol'],
    ['retract the commitment of design-aaaa1111 to drand', 'commit_selection'],
    ['stop moving /p1.md to /p3.md', 'vfs_move'],
    ['forget about publishing /p1.md', 'vfs_set_public'],
    ['stop deleting /p1.md', 'vfs_set_public'],
  ])('%s', (said, tool) => {
    expect(doneBy(said, tool)).toBe(false);
    expect(asksToGoAhead(talk([said], options).text)).toBe(false);
  });

  it.each([
    'delay drawing 60 from /reg.csv with seed 940',
    'hold the recalculation of design-aaaa1111 with mean 3.9 and sd 1.2',
    'Juma recalculated design-aaaa1111 with mean 3.9 and sd 1.2',
    'is recalculating design-aaaa1111 with mean 3.9 and sd 1.2 a good idea?',
    'destroy the phone form for design-aaaa1111',
    'discard the analysis of the stove use in /log.csv',
    'tungeweza kuchagua kaya 60 kutoka /reg.csv kwa seed 915',
  ])('is proposed at most where nobody orders it: %s', (said) => {
    expect(talk([said], options).calls).toEqual([]);
  });

  it.each([
    ['draw 60 from /reg.csv with seed 940', 'select_households'],
    ['ok, now please draw 60 from /reg.csv with seed 940', 'select_households'],
    ['I need a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout', 'design_sample'],
  ])('is done at once where it is ordered plainly: %s', (said, tool) => {
    expect(talk([said], options).calls.map(({ name }) => name)).toContain(tool);
  });

  it('gives no key where one is taken away', () => {
    expect(doneBy('take away the phone key of Amina for form-aaaa1111', 'make_phone_key')).toBe(false);
  });
});
