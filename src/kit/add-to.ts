interface Groups<Key, Item> {
  get(key: Key): Item[] | undefined;
  set(key: Key, items: Item[]): unknown;
}

/** Puts an item behind those of its key. However many there are, it takes no longer: no list is copied. */
export function addTo<Key, Item>(groups: Groups<Key, Item>, key: Key, item: Item): void {
  const there = groups.get(key);
  if (there === undefined) groups.set(key, [item]);
  else there.push(item);
}
