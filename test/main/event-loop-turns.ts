/** How often the event loop turned while `work` went on. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const ticking = setInterval(() => {
    turns++
  }, 1)
  await work()
  clearInterval(ticking)
  return turns
}
