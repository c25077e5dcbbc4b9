/** Headings over what the oracle itself says of a report: of its trail, of its figures, and of whose words it has. */
export const OWN_HEADINGS = {
  trail: 'What stands out in the trail',
  figures: 'Where the figures come from',
  words: 'Whose words these are',
  state: 'State of the design',
} as const;
