/**
 * Icons of markets and money: funding, trading and term products. Own drawings on a 24 × 24 grid; each is one path, so
 * unused ones are removed from the bundle.
 */

export const depositIcon = 'M12 4.2v11 M7.4 10.8 12 15.4l4.6-4.6 M4.8 19.6h14.4';
export const withdrawIcon = 'M12 15.6v-11 M7.4 9 12 4.4 16.6 9 M4.8 19.6h14.4';
export const swapIcon =
  'M4.4 8.6h14 M14.8 5l3.6 3.6-3.6 3.6 M19.6 15.4h-14 M9.2 11.8l-3.6 3.6L9.2 19';
export const bankIcon = 'M4 9.6 12 4.6l8 5z M6 10v7 M10 10v7 M14 10v7 M18 10v7 M4 19.6h16';
export const cardIcon =
  'M3.6 8A2 2 0 0 1 5.6 6h12.8a2 2 0 0 1 2 2v8.2a2 2 0 0 1-2 2H5.6a2 2 0 0 1-2-2z M3.6 10.2h16.8 M7 14.8h3';
export const clockIcon = 'M12 20.2a8.2 8.2 0 1 0 0-16.4 8.2 8.2 0 0 0 0 16.4z M12 7.6V12l3 2';
export const timerIcon =
  'M12 20.6a7.6 7.6 0 1 0 0-15.2 7.6 7.6 0 0 0 0 15.2z M12 9v4 M9.6 2.8h4.8 M18.6 5.8l1.2 1.2';
export const cpuIcon =
  'M7 8.4A1.4 1.4 0 0 1 8.4 7h7.2A1.4 1.4 0 0 1 17 8.4v7.2a1.4 1.4 0 0 1-1.4 1.4H8.4A1.4 1.4 0 0 1 7 15.6z M10.2 10.2h3.6v3.6h-3.6z M9.6 4v3 M14.4 4v3 M9.6 17v3 M14.4 17v3 M4 9.6h3 M4 14.4h3 M17 9.6h3 M17 14.4h3';
export const layersIcon =
  'M12 4.2l8.2 4.2L12 12.6 3.8 8.4z M3.8 12.2 12 16.4l8.2-4.2 M3.8 16 12 20.2 20.2 16';
export const sproutIcon =
  'M12 20.2v-8.4 M12 13.8c0-3.6-2.4-5.8-6.8-5.8 0 4 2.6 6.2 6.8 5.8z M12 11.6c0-4 2.6-6.8 7-7 .2 4.6-2.4 7.2-7 7z';
export const loanIcon =
  'M12 13.4a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2z M10.4 10.4l3.2-3.2 M10.4 7.4h.01 M13.6 10.2h.01 M3.6 16.6h3l4.2 1.6h3.4a1.4 1.4 0 0 0 0-2.8h-2.6 M14.6 17.2l4-1.7a1.4 1.4 0 0 1 1.2 2.5l-6.2 3-7-2.2h-3';
export const candlesIcon =
  'M7.6 4v3 M7.6 15.4V20 M5.4 8.2A1.2 1.2 0 0 1 6.6 7h2A1.2 1.2 0 0 1 9.8 8.2v6a1.2 1.2 0 0 1-1.2 1.2h-2a1.2 1.2 0 0 1-1.2-1.2z M16.4 4v5 M16.4 17v3 M14.2 10.2A1.2 1.2 0 0 1 15.4 9h2a1.2 1.2 0 0 1 1.2 1.2v5.6a1.2 1.2 0 0 1-1.2 1.2h-2a1.2 1.2 0 0 1-1.2-1.2z';
export const calculatorIcon =
  'M6 5.8a1.6 1.6 0 0 1 1.6-1.6h8.8A1.6 1.6 0 0 1 18 5.8v12.4a1.6 1.6 0 0 1-1.6 1.6H7.6A1.6 1.6 0 0 1 6 18.2z M9 7.4h6v2.8H9z M9.2 13.4h.01 M12 13.4h.01 M14.8 13.4h.01 M9.2 16.6h.01 M12 16.6h.01 M14.8 16.6h.01';
export const megaphoneIcon =
  'M4 10.2v3.6a1 1 0 0 0 1 1h2.4L15.6 19V5L7.4 9.2H5a1 1 0 0 0-1 1z M8 15.2l1 4.2h2l-.9-3.6 M18.4 9.6a3.4 3.4 0 0 1 0 4.8';
