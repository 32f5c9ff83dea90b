/**
 * Icons of the interface: navigation, fields, states and sheets. Own drawings on a 24 × 24 grid; each is one path, so unused
 * ones are removed from the bundle.
 */
export const homeIcon =
  'M4 11.3 12 4.6l8 6.7v7.5a1.7 1.7 0 0 1-1.7 1.7H5.7A1.7 1.7 0 0 1 4 18.8z M9.6 20.4v-5.6h4.8v5.6';
export const marketIcon = 'M3.6 17.4 9 11.6l4 3.6 7.3-8.4 M15.4 6.6h5v5';
export const tradeIcon =
  'M7.2 19.2V5 M3.6 8.6 7.2 5l3.6 3.6 M16.8 4.8V19 M13.2 15.4l3.6 3.6 3.6-3.6';
export const walletIcon =
  'M4 7.7v9.1a2.7 2.7 0 0 0 2.7 2.7h11.6a1.7 1.7 0 0 0 1.7-1.7v-7.2a1.7 1.7 0 0 0-1.7-1.7H5.4A1.9 1.9 0 0 1 5.4 5h11.4a1.5 1.5 0 0 1 1.5 1.5v2.2 M15.9 14.2h.1';
export const bellIcon =
  'M6.2 16.4V11a5.8 5.8 0 0 1 11.6 0v5.4l1.4 1.7H4.8z M9.9 18.3a2.1 2.1 0 0 0 4.2 0';
export const headsetIcon =
  'M4.4 14.2V12a7.6 7.6 0 0 1 15.2 0v2.2 M4.4 13.2h2.2v5H5.8a1.4 1.4 0 0 1-1.4-1.4z M19.6 13.2h-2.2v5h.8a1.4 1.4 0 0 0 1.4-1.4z M18.2 18.2c0 1.5-1.6 2.3-4 2.3';
export const chatIcon =
  'M4.4 6.8A1.8 1.8 0 0 1 6.2 5h11.6a1.8 1.8 0 0 1 1.8 1.8v7.6a1.8 1.8 0 0 1-1.8 1.8H11l-4 3.4v-3.4h-.8a1.8 1.8 0 0 1-1.8-1.8z';
export const searchIcon =
  'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6z M15.8 15.8l4.4 4.4';
export const eyeIcon =
  'M2.8 12S6.2 5.8 12 5.8 21.2 12 21.2 12 17.8 18.2 12 18.2 2.8 12 2.8 12z M12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4z';
export const eyeOffIcon =
  'M4 4l16 16 M9.7 6.1A9 9 0 0 1 12 5.8c5.8 0 9.2 6.2 9.2 6.2a16 16 0 0 1-2.6 3.3 M6.2 7.7A15.6 15.6 0 0 0 2.8 12S6.2 18.2 12 18.2a8.6 8.6 0 0 0 4-1 M10 10.2a2.7 2.7 0 0 0 3.8 3.8';
export const chevronLeftIcon = 'M14.6 5.4 8 12l6.6 6.6';
export const chevronRightIcon = 'M9.4 5.4 16 12l-6.6 6.6';
export const checkIcon = 'M5.2 12.6l4.4 4.4 9.2-9.8';
export const closeIcon = 'M6.2 6.2l11.6 11.6 M17.8 6.2 6.2 17.8';
export const infoIcon = 'M12 20.2a8.2 8.2 0 1 0 0-16.4 8.2 8.2 0 0 0 0 16.4z M12 11.2v5 M12 8h.01';
export const warningIcon = 'M12 4.6l8.4 14.6H3.6z M12 10.2v4 M12 16.7h.01';
export const documentIcon =
  'M6.2 5.4a1.4 1.4 0 0 1 1.4-1.4h6.2l4 4v10.6a1.4 1.4 0 0 1-1.4 1.4H7.6a1.4 1.4 0 0 1-1.4-1.4z M13.6 4.2V8.2h4 M9.2 12.4h5.6 M9.2 15.8h5.6';
export const gridIcon =
  'M6.2 5h3a1.2 1.2 0 0 1 1.2 1.2v3a1.2 1.2 0 0 1-1.2 1.2h-3a1.2 1.2 0 0 1-1.2-1.2v-3a1.2 1.2 0 0 1 1.2-1.2z M14.8 5h3a1.2 1.2 0 0 1 1.2 1.2v3a1.2 1.2 0 0 1-1.2 1.2h-3a1.2 1.2 0 0 1-1.2-1.2v-3a1.2 1.2 0 0 1 1.2-1.2z M6.2 13.6h3a1.2 1.2 0 0 1 1.2 1.2v3a1.2 1.2 0 0 1-1.2 1.2h-3a1.2 1.2 0 0 1-1.2-1.2v-3a1.2 1.2 0 0 1 1.2-1.2z M14.8 13.6h3a1.2 1.2 0 0 1 1.2 1.2v3a1.2 1.2 0 0 1-1.2 1.2h-3a1.2 1.2 0 0 1-1.2-1.2v-3a1.2 1.2 0 0 1 1.2-1.2z';
export const connectionIcon =
  'M4 9.6a12 12 0 0 1 16 0 M7 13a7.6 7.6 0 0 1 10 0 M10 16.4a3.2 3.2 0 0 1 4 0';
export const globeIcon =
  'M12 20.2a8.2 8.2 0 1 0 0-16.4 8.2 8.2 0 0 0 0 16.4z M3.9 12h16.2 M12 3.8c2.3 2.2 3.5 5 3.5 8.2s-1.2 6-3.5 8.2c-2.3-2.2-3.5-5-3.5-8.2s1.2-6 3.5-8.2z';
export const usersIcon =
  'M9.2 11.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8z M3 19.4c.6-3.2 3-4.9 6.2-4.9s5.6 1.7 6.2 4.9 M15.6 5.2a3.2 3.2 0 0 1 0 5.9 M17.4 14.9c1.9.7 3.2 2.2 3.6 4.5';

export const depositIcon = 'M12 4.2v11 M7.4 10.8 12 15.4l4.6-4.6 M4.8 19.6h14.4';
export const withdrawIcon = 'M12 15.6v-11 M7.4 9 12 4.4 16.6 9 M4.8 19.6h14.4';
export const swapIcon =
  'M4.4 8.6h14 M14.8 5l3.6 3.6-3.6 3.6 M19.6 15.4h-14 M9.2 11.8l-3.6 3.6L9.2 19';
export const bankIcon = 'M4 9.6 12 4.6l8 5z M6 10v7 M10 10v7 M14 10v7 M18 10v7 M4 19.6h16';
export const cardIcon =
  'M3.6 8A2 2 0 0 1 5.6 6h12.8a2 2 0 0 1 2 2v8.2a2 2 0 0 1-2 2H5.6a2 2 0 0 1-2-2z M3.6 10.2h16.8 M7 14.8h3';
export const timerIcon =
  'M12 20.6a7.6 7.6 0 1 0 0-15.2 7.6 7.6 0 0 0 0 15.2z M12 9v4 M9.6 2.8h4.8 M18.6 5.8l1.2 1.2';
export const cpuIcon =
  'M7 8.4A1.4 1.4 0 0 1 8.4 7h7.2A1.4 1.4 0 0 1 17 8.4v7.2a1.4 1.4 0 0 1-1.4 1.4H8.4A1.4 1.4 0 0 1 7 15.6z M10.2 10.2h3.6v3.6h-3.6z M9.6 4v3 M14.4 4v3 M9.6 17v3 M14.4 17v3 M4 9.6h3 M4 14.4h3 M17 9.6h3 M17 14.4h3';
export const sproutIcon =
  'M12 20.2v-8.4 M12 13.8c0-3.6-2.4-5.8-6.8-5.8 0 4 2.6 6.2 6.8 5.8z M12 11.6c0-4 2.6-6.8 7-7 .2 4.6-2.4 7.2-7 7z';
export const loanIcon =
  'M12 13.4a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2z M10.4 10.4l3.2-3.2 M10.4 7.4h.01 M13.6 10.2h.01 M3.6 16.6h3l4.2 1.6h3.4a1.4 1.4 0 0 0 0-2.8h-2.6 M14.6 17.2l4-1.7a1.4 1.4 0 0 1 1.2 2.5l-6.2 3-7-2.2h-3';
export const megaphoneIcon =
  'M4 10.2v3.6a1 1 0 0 0 1 1h2.4L15.6 19V5L7.4 9.2H5a1 1 0 0 0-1 1z M8 15.2l1 4.2h2l-.9-3.6 M18.4 9.6a3.4 3.4 0 0 1 0 4.8';
