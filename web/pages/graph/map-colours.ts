/** Colours of a map, for each scheme of the page. */
export const MAP_COLOURS = {
  light: {
    node: '#8a94a6',
    edge: '#d9dde3',
    route: '#1a7f37',
    milestone: '#bf8700',
    deadEnd: '#cf222e',
    found: '#8250df',
    label: '#1f2328',
  },
  dark: {
    node: '#6e7681',
    edge: '#30363d',
    route: '#3fb950',
    milestone: '#d29922',
    deadEnd: '#f85149',
    found: '#bc8cff',
    label: '#e6edf3',
  },
} as const;

export type MapColours = (typeof MAP_COLOURS)['light' | 'dark'];
