/** What the report screen offers to start from; people change it to what they need. */
export const defaultInstructions = `Write a report for the foundation board on what the journal tells about this time.
Begin with a short summary of five sentences at most.
Then group what happened by subject (restoration and workshop, loans and acquisitions, visitors and events, building and safety), with the dates.
Name people, vehicles and artworks as the journal names them.
End with open points and what was decided.`
