import { definePlugin, OracleError } from 'oracle-runtime/plugin';

/** A command of its own: `oracle odds sum 2 7`. It runs without booting the oracle. */
export default definePlugin({
  name: 'odds',
  version: '1.0.0',
  manifest: { title: 'Odds', summary: 'The odds of dice.', whenToUse: [], loading: 'silent' },
  commands: [
    {
      name: 'sum',
      summary: 'how likely dice show a sum',
      arguments: [
        { name: 'dice', description: 'how many dice, 1 to 20' },
        { name: 'sum', description: 'what they show together' },
      ],
      options: [{ flags: '--percent', description: 'in percent' }],
      async run([dice, sum], { percent }, io) {
        const odds = chanceOf(Number(dice), Number(sum));
        io.stdout(percent === true ? `${(100 * odds).toFixed(2)} %\n` : `${odds.toFixed(4)}\n`);
        return odds > 0 ? 0 : 1;
      },
    },
  ],
});

/** Chance that so many dice show this sum, 0 to 1: their distributions folded one by one. */
function chanceOf(dice: number, sum: number): number {
  if (!Number.isInteger(dice) || dice < 1 || dice > 20)
    throw new OracleError('invalid_request', { detail: 'The number of dice is a whole one, 1 to 20.' });
  let chances = [1];
  for (let n = 0; n < dice; n++) {
    const next = new Array<number>(chances.length + 6).fill(0);
    for (const [shown, chance] of chances.entries())
      for (let eyes = 1; eyes <= 6; eyes++) next[shown + eyes] = (next[shown + eyes] ?? 0) + chance / 6;
    chances = next;
  }
  return chances[sum] ?? 0;
}
