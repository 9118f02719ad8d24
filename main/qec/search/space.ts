/** The space that the search for the best round covers, in words for whoever reads its answer. */
export const SPACE =
  'Every home of A, every flag beside it, every five data sites and all 120 labellings of them; every order of the data couplings, ' +
  'every place beside a data site to meet it from, and every walk of A between stops that visits no site twice, over all sites ' +
  'that hold neither data nor flag; every walk by full SWAPs or by reset-assisted moves. Each extraction begins and ends with A at ' +
  'home, where the flag is met after the first and after the third data coupling. A layout uses at most 31 sites. ' +
  'Protocol: adaptive.'
