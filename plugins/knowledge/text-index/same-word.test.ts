import { expect, it } from 'vitest';
import { isSameWord } from './same-word.js';

const pairs = (list: string) => list.split(', ').map((pair) => pair.split(' ') as [string, string]);

it.each(
  pairs(
    'stove stoves, city cities, feed feeding, visit visited, plan planned, refer referring, inspect inspection, ' +
      'kind kinder, haushalt haushalte, reunion reunions, tomate tomates, blume blumen, medicao medicoes, viagem viagens, ' +
      'nivel niveis, matriz matrices, national nationaux, kijiji vijiji, mtoto watoto, mlima milima, chumba vyumba, 湿度 湿度',
  ),
)('takes %s and %s for one word', (one, other) => {
  expect([isSameWord(one, other), isSameWord(other, one)]).toEqual([true, true]);
});

it.each(
  pairs(
    'ethanol methanol, hyperglycaemia hypoglycaemia, otieno atieno, legal illegal, allowed disallowed, goose moose, ' +
      'methane methanol, bimonthly monthly, jackal jackalopes, elder155 elder156, maria mario, puerto puerta, ' +
      'million mill, mission miss, pension pens, employer employed, home homeless, steuer steuerfrei, 250 2500',
  ),
)('tells %s and %s apart', (one, other) => {
  expect([isSameWord(one, other), isSameWord(other, one)]).toEqual([false, false]);
});
