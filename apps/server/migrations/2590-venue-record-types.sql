-- feature: kernel
-- The record types and accounts of money at another exchange: what orders there changed, and what was moved there or back (ADR 110). And
-- the record type of network fees: what chains took for transactions that wallets of the exchange sent (ADR 112).

insert into ledger_kinds (kind, name) values (43, 'hedgeTrade'), (44, 'venueMove'), (45, 'networkFee');

create or replace function ledger_kind(wanted text) returns smallint language sql immutable parallel safe as $$
  select case wanted
    when 'deposit' then 1                        when 'withdrawal' then 2                   when 'contractOpen' then 3
    when 'contractClose' then 4                  when 'miningMachinePurchase' then 5        when 'purchaseReward' then 6
    when 'yieldFreeze' then 7                    when 'yieldRelease' then 8                 when 'spotBuy' then 9
    when 'spotSell' then 10                      when 'offeringSubscription' then 11        when 'increase' then 12
    when 'levelOneSubscriptionReward' then 13    when 'levelTwoSubscriptionReward' then 14
    when 'levelThreeSubscriptionReward' then 15  when 'withdrawalReturn' then 16            when 'depositSuccess' then 17
    when 'subscribedAssetRelease' then 18        when 'contractPrincipalReturn' then 19     when 'spotExchange' then 20
    when 'exchangeFee' then 21                   when 'agentDeposit' then 22                when 'agentBalanceDeduction' then 23
    when 'financePurchase' then 24               when 'financeYield' then 25                when 'financePrincipal' then 26
    when 'financeExpiry' then 27                 when 'financeRedemption' then 28           when 'redemptionFee' then 29
    when 'redemptionPenalty' then 30             when 'withdrawalSuccess' then 31           when 'paperFundsGranted' then 32
    when 'orderHold' then 33                     when 'orderRelease' then 34                when 'spotRound' then 35
    when 'loanCredit' then 36                    when 'loanRepayment' then 37               when 'loanInterest' then 38
    when 'transferSent' then 39                  when 'transferReceived' then 40
    when 'revenueTaken' then 41                  when 'capitalAdded' then 42
    when 'hedgeTrade' then 43                    when 'venueMove' then 44                   when 'networkFee' then 45
  end::smallint
$$;

-- `venueAssets`: what the exchange has at the venue. `venue`: the other side of each of its entries. Together they are zero: what is
-- there is never held here.
create or replace function ledger_house_account(wanted text) returns bigint language sql immutable parallel safe as $$
  select case wanted
    when 'fees' then -1              when 'rounding' then -2         when 'liquidity' then -3
    when 'contracts' then -4         when 'yields' then -5           when 'rewards' then -6
    when 'paperIssuance' then -7     when 'custody' then -8          when 'contractPayouts' then -9
    when 'offerings' then -10        when 'yieldReserve' then -11    when 'loans' then -12
    when 'loanReceivables' then -13  when 'loanInterest' then -14    when 'machineSales' then -15
    when 'venueAssets' then -16      when 'venue' then -17
  end::bigint
$$;
