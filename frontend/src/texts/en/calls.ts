/** The dealer's own calls; for other events they say the event's text. */
export const calls = {
  'call.no_more_bets': 'No more bets.',
  'call.dropped': 'Collection dropped: {amount}.',
  'call.flop': 'The flop: {cards}.',
  'call.river': 'Turn and river: {cards}.',
  'call.dealer': 'The dealer has {hand}: {cards}.',
  'call.dealer_short': 'The dealer has {hand}: {cards}. No pair.',
  'call.folded': '{who} folded {hand}.',
  'call.returned': '{who}’s {wager} is returned: {short} is not covered.',
  'call.envy': 'Envy! {who} gets {paid} for the hand in seat {source}.',
  'call.short': 'The bank is exhausted: {short} is not covered.',
  'call.approval': 'Floor approval pending: {amount} to {who}.',
  'moment.exhausted': 'The bank is exhausted: wagers that it does not cover are returned.',
};
