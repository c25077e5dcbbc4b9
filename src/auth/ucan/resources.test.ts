import { describe, expect, it } from 'vitest';
import { NO_CAVEATS, type ResourceKind } from '../../plugin/index.js';
import { createAbilities } from './abilities.js';
import { createResources, ORACLE_KIND, reaches } from './resources.js';
import { alice, bob, invocation, on, oracle, testVerifier, tokenOf } from './test-tokens.js';

/** As careless as a plugin can be: it takes every text, and covers everything. */
const careless: ResourceKind = {
  name: 'careless',
  prefix: 'ixo:careless',
  abilities: ['careless/do'],
  usage: 'ixo:careless',
  parse: (text) => text,
  covers: () => true,
  owner: () => 'issuer',
  caveats: NO_CAVEATS,
};

describe('resources', () => {
  it('are read by the one kind below whose prefix they are', () => {
    const { parse } = createResources([careless]);
    expect(parse('ixo:oracle')).toEqual({ kind: ORACLE_KIND, value: 'ixo:oracle' });
    expect(parse('ixo:careless/x')).toEqual({ kind: careless, value: 'ixo:careless/x' });
    for (const text of [
      '',
      'ixo:',
      'ixo:carelessly',
      'IXO:careless',
      'ixo:oracle/',
      'ixo:oracle/x',
      'ixo:filesystem',
    ])
      expect(parse(text), text).toBeUndefined();
  });

  it('never reach over to another kind', () => {
    const resources = createResources([careless]);
    expect(reaches(resources, 'ixo:careless', 'ixo:careless/x')).toBe(true);
    for (const [granted, claimed] of [
      ['ixo:careless', 'ixo:oracle'],
      ['ixo:oracle', 'ixo:careless'],
      ['ixo:careless', 'ixo:unknown'],
      ['ixo:unknown', 'ixo:unknown'],
    ] as const)
      expect(reaches(resources, granted, claimed), `${granted} ${claimed}`).toBe(false);
  });

  it('give their own abilities and no others, whatever is claimed on them', () => {
    const abilities = createAbilities({ 'careless/do': [], 'gateway/query': [] }, ['chat'], [careless]);
    expect([...abilities.scopesOn(careless, '*')]).toEqual(['careless/do']);
    expect([...abilities.scopesOn(careless, 'gateway/query')]).toEqual([]);
    expect([...abilities.scopesOn(careless, 'oracle/chat')]).toEqual([]);
    expect([...abilities.scopesOn(ORACLE_KIND, '*')]).toEqual(['gateway/query', 'chat']);
    expect([...abilities.scopesOn(ORACLE_KIND, 'careless/do')]).toEqual([]);
  });
});

describe('the verifier', () => {
  it.each([
    ['a resource of no kind', on('fs/read', 'ixo:unknown')],
    ['a caveat on the oracle itself', { ...on('oracle/chat', 'ixo:oracle'), nb: { hidden: ['*'] } }],
    ['a caveat that its kind does not know', { ...on('fs/read', 'ixo:filesystem'), nb: { until: 1 } }],
  ])('refuses %s', async (_, grant) => {
    await expect(testVerifier().invocation(await invocation({ grants: [grant] }))).rejects.toThrow(
      /normal form or has an unknown caveat/,
    );
    const by = await tokenOf({ from: oracle, to: oracle, grants: [grant] });
    await expect(testVerifier().invocation(by)).rejects.toThrow(/unknown caveat/);
  });

  it.each([
    ['a resource of no kind', on('fs/read', 'ixo:unknown')],
    ['a caveat that its kind does not know', { ...on('fs/read', 'ixo:filesystem'), nb: { until: 1 } }],
  ])('lets nothing derive from %s', async (_, grant) => {
    const proof = await tokenOf({ from: alice, to: bob, grants: [grant] });
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('fs/read', 'ixo:filesystem')],
      proofs: [proof],
    });
    await expect(testVerifier().invocation(token)).rejects.toThrow(/does not grant/);
  });
});
