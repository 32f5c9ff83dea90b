/** The URL path of every page of the product. A page exists once its feature declares the route. */

export const home = '/pages/home/home';
export const market = '/pages/market/market';
export const deal = '/pages/deal/deal';
export const assets = '/pages/property/property';
export const chart = '/pages/deal/chart';
/** Not in the specification's list of pages. */
export const priceAlerts = '/pages/market/alerts';
/** Not in the specification's list of pages. */
export const feeLevel = '/pages/deal/feeLevel';
export const recurringBuys = '/pages/recurring/list';
export const recurringForm = '/pages/recurring/form';
export const recurringPlan = '/pages/recurring/plan';
export const orderHistory = '/pages/deal/history';
export const orderDetail = '/pages/deal/detail';
/** Not in the specification's list of pages. */
export const orderReceipt = '/pages/deal/receipt';
/** Not in the specification's list of pages. */
export const conditionalDetail = '/pages/deal/conditional';
export const coinRecords = '/pages/property/detail';
export const contract = '/pages/contract/contract';
export const futures = '/pages/contract/futures';
export const contractHistory = '/pages/contract/history';
export const contractDetail = '/pages/contract/detail';
export const offering = '/pages/IEO/IEO';
export const offeringDetail = '/pages/IEO/detail';
export const offeringHistory = '/pages/IEO/history';
export const stakeList = '/pages/stake/list';
export const stakeDetail = '/pages/stake/detail';
export const stakeOrder = '/pages/stake/order';
export const earningsCurve = '/pages/stake/earningsCurve';
export const earningsList = '/pages/stake/earningsList';
export const deposit = '/pages/bitcoin/payment';
export const depositList = '/pages/bitcoin/paymentList';
export const depositDetail = '/pages/bitcoin/paymentDetail';
export const depositHistory = '/pages/bitcoin/paymentHistory';
export const withdraw = '/pages/bitcoin/withdraw';
export const withdrawList = '/pages/bitcoin/withdrawList';
export const withdrawDetail = '/pages/bitcoin/withdrawDetail';
export const withdrawHistory = '/pages/bitcoin/withdrawHistory';
/** To another member; not in the specification's list of pages. */
export const send = '/pages/bitcoin/send';
export const sendDetail = '/pages/bitcoin/sendDetail';
export const sendHistory = '/pages/bitcoin/sendHistory';
export const scan = '/pages/bitcoin/scan';
export const swap = '/pages/bitcoin/exchange';
export const smallBalances = '/pages/bitcoin/smallBalances';
export const swapDetail = '/pages/bitcoin/exchangeDetail';
export const swapHistory = '/pages/bitcoin/exchangeHistory';
export const fiatWithdraw = '/pages/bitcoin/bank';
export const fiatWithdrawDetail = '/pages/bitcoin/bankDetail';
export const fiatWithdrawHistory = '/pages/bitcoin/bankHistory';
export const fiatDeposit = '/pages/bitcoin/wireTransfer';
export const loan = '/pages/bitcoin/loan';
export const loanApply = '/pages/bitcoin/loanDetail';
export const loanHistory = '/pages/bitcoin/loanHistory';
export const my = '/pages/user/my';
export const realName = '/pages/user/realName';
export const msb = '/pages/user/MSB';
export const invite = '/pages/user/invite';
export const addresses = '/pages/user/address';
export const addAddress = '/pages/user/addAddress';
export const bankCards = '/pages/user/bank';
export const addBankCard = '/pages/user/addBank';
export const announcements = '/pages/user/affiche';
export const announcementDetail = '/pages/user/afficheDetail';
export const notifications = '/pages/user/inform';
export const notificationDetail = '/pages/user/informDetail';
export const notificationPreferences = '/pages/user/inform/preferences';
export const language = '/pages/user/lang';
export const support = '/pages/user/service';
export const about = '/pages/user/about';
/** Public figures; not in the specification's list of pages. */
export const transparency = '/pages/user/transparency';
/** Security, its methods, and account data; not in the specification's list of pages. */
export const security = '/pages/user/security';
export const securityEvents = '/pages/user/security/events';
export const secondFactors = '/pages/user/security/methods';
export const accountData = '/pages/user/account';
/** The system's pages of places. */
export const chooseLocation = '/choose-location';
export const openLocation = '/open-location';
/** Ours, not in the specification's list: what operators did to an account is shown to its owner. */
export const staffActions = '/pages/user/staff';
/** Not in the specification's list of pages. */
export const balanceProof = '/pages/user/proof';
export const publicLog = '/pages/user/log';
/** Not in the specification's list of pages. */
export const statement = '/pages/user/statement';
/** ADR 21; not in the specification's list of pages. */
export const apiKeys = '/pages/user/keys';
export const login = '/pages/login/login';
export const register = '/pages/login/register';
export const forgetPassword = '/pages/login/forgetPassword';
export const passwords = '/pages/login/password';
export const resetPassword = '/pages/login/resetPassword';
export const resetWithdrawPassword = '/pages/login/resetWithdrawPassword';
/** ADR 7; not in the specification's list of pages. */
export const forgetWithdrawPassword = '/pages/login/forgetWithdrawPassword';
export const provePhone = '/pages/login/provePhone';
/** Opened by the link in a security alert. */
export const notMe = '/pages/login/notMe';
