/**
 * Icons of controls inside pages: rows, fields, filters and charts. Home's first load does without them. Own drawings on a
 * 24 × 24 grid; each is one path, so unused ones are removed from the bundle.
 */
export const chevronDownIcon = 'M6 9.4 12 15.4l6-6';
export const chevronUpIcon = 'M6 14.6 12 8.6l6 6';
export const copyIcon =
  'M9 10.4A1.4 1.4 0 0 1 10.4 9h8.2a1.4 1.4 0 0 1 1.4 1.4v8.2a1.4 1.4 0 0 1-1.4 1.4h-8.2A1.4 1.4 0 0 1 9 18.6z M15 9V5.4A1.4 1.4 0 0 0 13.6 4H5.4A1.4 1.4 0 0 0 4 5.4v8.2A1.4 1.4 0 0 0 5.4 15H9';
export const plusIcon = 'M12 5v14 M5 12h14';
export const minusIcon = 'M5 12h14';
export const starIcon = 'M12 4.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.5-4.8 2.5.9-5.4-3.9-3.8 5.4-.8z';
export const slidersIcon =
  'M4.4 7.6h9 M17.4 7.6h2.2 M4.4 16.4h2.2 M10.6 16.4h9 M15.4 9.6a2 2 0 1 0 0-4 2 2 0 0 0 0 4z M8.6 18.4a2 2 0 1 0 0-4 2 2 0 0 0 0 4z';
export const filterIcon = 'M4.4 6.4h15.2 M7.2 12h9.6 M10 17.6h4';
export const dotsIcon = 'M5.6 12h.01 M12 12h.01 M18.4 12h.01';
export const refreshIcon = 'M19.4 6.2v4h-4 M19 10.2A7.4 7.4 0 1 0 19.3 14';
export const externalIcon =
  'M13.4 5h5.6v5.6 M19 5l-8 8 M16.6 13.6v3.8a1.6 1.6 0 0 1-1.6 1.6H6.6A1.6 1.6 0 0 1 5 17.4V9a1.6 1.6 0 0 1 1.6-1.6h3.8';
export const listIcon =
  'M8.6 6.4h11 M8.6 12h11 M8.6 17.6h11 M4.6 6.4h.01 M4.6 12h.01 M4.6 17.6h.01';
export const historyIcon =
  'M4.2 12a7.9 7.9 0 1 0 2.5-5.8L4.2 8.6 M4.2 4.4v4.2h4.2 M12 8v4.2l2.8 1.8';
export const moonIcon = 'M19.6 14.2A8 8 0 0 1 9.8 4.4a8 8 0 1 0 9.8 9.8z';
export const sunIcon =
  'M12 15.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6z M12 3.2v1.6 M12 19.2v1.6 M3.2 12h1.6 M19.2 12h1.6 M5.8 5.8l1.1 1.1 M17.1 17.1l1.1 1.1 M18.2 5.8l-1.1 1.1 M6.9 17.1l-1.1 1.1';
export const contrastIcon =
  'M12 20.2a8.2 8.2 0 1 0 0-16.4 8.2 8.2 0 0 0 0 16.4z M12 3.8v16.4 M12 8h4.8 M12 12h8 M12 16h5.4';
export const arrowUpIcon = 'M12 19V5.6 M6.4 11 12 5.4l5.6 5.6';
export const arrowDownIcon = 'M12 5v13.4 M6.4 13 12 18.6l5.6-5.6';
export const zoomIcon =
  'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6z M15.8 15.8l4.4 4.4 M10.8 8.2v5.2 M8.2 10.8h5.2';
export const rotateIcon = 'M19.2 12A7.2 7.2 0 1 1 16.6 6.5 M17.2 3.4l-.4 3.4 3.2.2';
export const clockIcon = 'M12 20.2a8.2 8.2 0 1 0 0-16.4 8.2 8.2 0 0 0 0 16.4z M12 7.6V12l3 2';
export const candlesIcon =
  'M7.6 4v3 M7.6 15.4V20 M5.4 8.2A1.2 1.2 0 0 1 6.6 7h2A1.2 1.2 0 0 1 9.8 8.2v6a1.2 1.2 0 0 1-1.2 1.2h-2a1.2 1.2 0 0 1-1.2-1.2z M16.4 4v5 M16.4 17v3 M14.2 10.2A1.2 1.2 0 0 1 15.4 9h2a1.2 1.2 0 0 1 1.2 1.2v5.6a1.2 1.2 0 0 1-1.2 1.2h-2a1.2 1.2 0 0 1-1.2-1.2z';
