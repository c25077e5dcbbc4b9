/** A time zone as people write it: `UTC+3` for `Etc/GMT-3`, which the database of zones counts the other way round. */
export function zoneInWords(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d{1,2})$/u.exec(zone) ?? [];
  return hours === undefined ? zone : `UTC${sign === '+' ? '-' : '+'}${hours}`;
}
