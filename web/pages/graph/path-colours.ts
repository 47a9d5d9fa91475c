/** Colours of drawn ways, told from each other by most who see colours otherwise. Source: Okabe and Ito 2008. */
export const PATH_COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#7a5195',
  '#8c564b',
] as const;
