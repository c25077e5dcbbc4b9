import { expect, it } from 'vitest';
import { SharedRoom } from './shared-room.js';

function roomOf(bytes: number) {
  const room = new SharedRoom(bytes);
  const ended: string[] = [];
  const open = (name: string) => room.open(() => ended.push(name));
  return { room, open, ended };
}

it('ends the largest of those that together are too much, and lets the others go on', () => {
  const { open, ended } = roomOf(10_000);
  const [small, large, late] = [open('small'), open('large'), open('late')];
  small.add('a'.repeat(1_000));
  large.add('b'.repeat(6_000));
  late.add('c'.repeat(2_500));
  expect(ended).toEqual([]);
  small.add('a'.repeat(1_000));
  expect(ended).toEqual(['large']);
  large.add('b'.repeat(6_000));
  late.add('c'.repeat(4_000));
  expect(ended).toEqual(['large']);
  late.add('c'.repeat(5_000));
  expect(ended).toEqual(['large', 'late']);
});

it('counts characters that take two bytes, and pieces by what each takes', () => {
  const wide = roomOf(10_000);
  const cyrillic = wide.open('cyrillic');
  cyrillic.add('a'.repeat(4_900));
  expect(wide.ended).toEqual([]);
  cyrillic.add('я'.repeat(100));
  expect(wide.ended).toEqual(['cyrillic']);
  const words = roomOf(10_000);
  const dripping = words.open('dripping');
  for (let at = 0; at < 63; at += 1) dripping.add('x');
  expect(words.ended).toEqual(['dripping']);
});

it('has the room again that a holder gave back', () => {
  const { open, ended } = roomOf(10_000);
  for (let at = 0; at < 10; at += 1) {
    const holder = open('over');
    holder.add('a'.repeat(9_000));
    holder.release();
    holder.release();
  }
  expect(ended).toEqual([]);
});

it('is full until what ends has given its room back, and ends no other meanwhile', async () => {
  const { room, open, ended } = roomOf(10_000);
  const [large, small] = [open('large'), open('small')];
  large.add('a'.repeat(9_000));
  expect(room.full).toBeUndefined();
  small.add('b'.repeat(2_000));
  expect(ended).toEqual(['large']);
  const { full } = room;
  expect(full).toBeInstanceOf(Promise);
  small.add('b'.repeat(2_000));
  expect(ended).toEqual(['large']);
  large.release();
  await full;
  expect(room.full).toBeUndefined();
});
