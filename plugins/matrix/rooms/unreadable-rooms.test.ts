import { describe, expect, it } from 'vitest';
import { UnreadableRooms } from './unreadable-rooms.js';

describe('a room whose messages cannot be read', () => {
  it('is told once, whatever else cannot be read', () => {
    const rooms = new UnreadableRooms();
    expect(rooms.tell('!a', 0, 15)).toBe(true);
    expect(rooms.tell('!a', 0, 15)).toBe(false);
    expect(rooms.tell('!a', 20, 35)).toBe(false);
    expect(rooms.tell('!b', 20, 35)).toBe(true);
  });

  it('is not told of what came before it was told, also when something was read meanwhile', () => {
    const rooms = new UnreadableRooms();
    expect(rooms.tell('!a', 0, 15)).toBe(true);
    rooms.read('!a');
    expect(rooms.tell('!a', 1, 16)).toBe(false);
  });

  it('is told again of what comes after something could be read', () => {
    const rooms = new UnreadableRooms();
    rooms.read('!a');
    expect(rooms.tell('!a', 0, 15)).toBe(true);
    rooms.read('!a');
    expect(rooms.tell('!a', 30, 45)).toBe(true);
    expect(rooms.tell('!a', 31, 46)).toBe(false);
  });
});
