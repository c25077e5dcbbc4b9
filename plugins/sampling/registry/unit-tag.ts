/** Stratum and adoption of a unit as one number, which travels with its id through the sorter: the low two bits are adoption. */
export function tagOf(stratum: number, adopter: boolean | undefined): number {
  return stratum * 4 + (adopter === undefined ? 0 : adopter ? 1 : 2);
}

export function stratumOf(tag: number): number {
  return tag >>> 2;
}

export function adopterOf(tag: number): boolean | undefined {
  const code = tag & 3;
  return code === 0 ? undefined : code === 1;
}
