/** Called once by the framework before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { bootOrExit } = await import('#lib/api/boot');
    await bootOrExit();
  }
}
