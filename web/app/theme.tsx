import { createTheme } from '@mantine/core';

/** One look for everything: the viewer, the report file and the page of a phone. */
export const THEME = createTheme({
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  primaryColor: 'indigo',
  // White on the usual shade has a contrast of 4.3; 4.5 is what text needs.
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'sm',
  autoContrast: true,
});
