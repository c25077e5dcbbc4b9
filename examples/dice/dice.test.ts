import { describe, expect, it } from 'vitest';
import dice from './index.js';

describe('the dice plugin', () => {
  it('rolls as many dice as its example asks for', async () => {
    const [example] = dice.manifest?.examples ?? [];
    const { tools = [] } = (await dice.setup?.({} as never)) ?? {};
    const tool = tools.find(({ name }) => name === example?.tool);
    const output = await tool?.run(tool.input.parse(example?.args), {} as never);
    expect(output).toEqual({ shown: [expect.any(Number), expect.any(Number), expect.any(Number)] });
  });
});
