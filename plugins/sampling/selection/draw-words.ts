/** Words for one draw or value among others, behind which its number stands, as a pattern. */
export const DRAW_WORDS =
  '(?:draws?|drawing|block|round|pulse|height|slot|epoch|index|issue|edition|ziehung|auslosung|runde|tirage|tour|sorteo|sorteio|concurso|droo|raundi|mchezo)';
