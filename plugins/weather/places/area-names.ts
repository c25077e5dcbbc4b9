/** Short names that people write after a city, folded; a gazetteer knows only the long ones. */

/** Nicknames of countries -> ISO 3166-1 alpha-2. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['uk', 'gb'],
  ['great britain', 'gb'],
  ['usa', 'us'],
  ['america', 'us'],
  ['united states of america', 'us'],
  ['holland', 'nl'],
  ['deutschland', 'de'],
  ['uae', 'ae'],
]);

/** Postal codes of the states of the USA and their capital district. */
const US_STATES: ReadonlyMap<string, string> = new Map(
  (
    'al:alabama ak:alaska az:arizona ar:arkansas ca:california co:colorado ct:connecticut de:delaware ' +
    'dc:district_of_columbia fl:florida ga:georgia hi:hawaii id:idaho il:illinois in:indiana ia:iowa ks:kansas ' +
    'ky:kentucky la:louisiana me:maine md:maryland ma:massachusetts mi:michigan mn:minnesota ms:mississippi ' +
    'mo:missouri mt:montana ne:nebraska nv:nevada nh:new_hampshire nj:new_jersey nm:new_mexico ny:new_york ' +
    'nc:north_carolina nd:north_dakota oh:ohio ok:oklahoma or:oregon pa:pennsylvania ri:rhode_island ' +
    'sc:south_carolina sd:south_dakota tn:tennessee tx:texas ut:utah vt:vermont va:virginia wa:washington ' +
    'wv:west_virginia wi:wisconsin wy:wyoming'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3).replaceAll('_', ' ')]),
);

/** The ISO code that a country's nickname stands for, lower case. */
export function countryCodeOf(nickname: string): string | undefined {
  return COUNTRIES.get(nickname);
}

/** The state that a two-letter code stands for, lower case; only of use together with the country `us`. */
export function usStateOf(code: string): string | undefined {
  return US_STATES.get(code);
}
