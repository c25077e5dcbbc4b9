/** How a person writes and reads, where they have said so: what prints or reads for them follows it. */
export interface Habits {
  /** BCP 47, such as `sw-KE`: what they are answered in. */
  readonly language?: string | undefined;
  /** What stands before decimals in numbers that they write and read. */
  readonly decimalSeparator?: '.' | ',' | undefined;
  /** What stands between thousands; empty for nothing. Given with `decimalSeparator`. */
  readonly groupSeparator?: '' | ',' | '.' | '\u00a0' | '’' | undefined;
  /** IANA name, such as `Africa/Nairobi`. */
  readonly timeZone?: string | undefined;
}
