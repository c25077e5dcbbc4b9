import { expect, it } from 'vitest';
import { z } from 'zod';
import { candidatesOf } from '../../choosing/candidates.js';
import { readText } from '../../filling/read-text.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Conversation } from '../turns/conversation.js';
import { heldIfUnheard } from './said-anew.js';

const parameters = z.toJSONSchema(z.object({ population: z.int(), confidence: z.number() }));
const [candidate] = candidatesOf(
  [],
  [{ name: 'design', description: 'Designs.', parameters, effect: 'read' }],
);
const args = { population: 2780, confidence: 0.95 };

function held(said: string, made: Record<string, unknown> = args) {
  const call = { candidate, args, missing: [], refused: [], unused: [], consent: { kind: 'plain' } };
  const executed = [{ call: { id: 'c', name: 'design', args: made }, result: undefined }];
  const turns = [
    { text: 'design for 2,780', attached: [], files: [], said: '', executed },
    { text: said, attached: [], files: [], said: '', executed: [] },
  ];
  const conversation: Conversation = { turns, today: undefined, decimal: undefined };
  return heldIfUnheard(call as unknown as PlannedCall, readText(said), conversation, 1);
}

it.each(['take off the 80 that left, that makes 2,700', 'they are back to ninety', 'no, con otra confianza'])(
  'does not make the same call again for what it did not hear: %s',
  (said) => {
    expect(held(said)).toMatchObject({ band: 'likely', unsettled: true });
  },
);

it.each(['again please', 'noch einmal', 'otra vez', 'design for 2,780', 'with 95% confidence'])(
  'makes it again for who asks for it anew, or says its values: %s',
  (said) => {
    expect(held(said)).not.toHaveProperty('band');
  },
);

it('leaves a call that is another than before', () => {
  expect(held('take off the 80', { ...args, population: 2860 })).not.toHaveProperty('band');
});
