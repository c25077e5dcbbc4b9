import { expect, it } from 'vitest';
import type { Principal } from '../plugin/index.js';
import { goingOn, requestOf } from './kept-request.js';

const person = (id: string, delegation?: string): Principal => ({
  kind: 'ucan',
  id,
  did: id,
  name: id,
  scopes: new Set(),
  ...(delegation === undefined ? {} : { delegation }),
});
const kept = requestOf({
  principal: person('did:key:ada', 'of-ada'),
  sessionId: 's',
  message: 'm',
  tools: [{ name: 't' }],
  metadata: { instructions: 'Be brief.' },
});

it('goes on with all that the person sent, who answers', () => {
  expect(goingOn(person('did:key:ada'), 's', kept)).toMatchObject({
    principal: { id: 'did:key:ada', delegation: 'of-ada' },
    message: 'm',
    tools: [{ name: 't' }],
    metadata: { instructions: 'Be brief.' },
  });
  expect(goingOn(person('did:key:ada', 'newer'), 's', kept).principal.delegation).toBe('newer');
});

it('lends nobody else what the person may, nor what their client said', () => {
  const goesOn = goingOn(person('did:key:cora'), 's', kept);
  expect(goesOn.principal).toEqual(person('did:key:cora'));
  expect(goesOn).not.toHaveProperty('metadata');
  expect(goesOn.tools).toEqual([{ name: 't' }]);
});

it('waits again for whoever asked, with all that they sent, once somebody else has decided', () => {
  const again = requestOf(goingOn(person('did:key:cora', 'of-cora'), 's', kept));
  expect(again).toEqual(kept);
  expect(goingOn(person('did:key:ada'), 's', again)).not.toHaveProperty('goesOnFor');
});
