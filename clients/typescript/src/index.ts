import { Groups, RunsService, type Run } from "./api.js";
import { Caller, type Options } from "./call.js";

export * from "./api.js";
export { Download, RenownError, type Options } from "./call.js";
export { verifyWebhook, WebhookError } from "./webhook.js";

const waitSeconds = 30; // one request waits so long for a change

export class Runs extends RunsService {
  /** A run that has ended, however it ended; `progress` is told each state on the way. */
  async wait(runId: string, progress?: (run: Run) => void): Promise<Run> {
    for (;;) {
      const run = await this.get(runId, { wait: waitSeconds });
      progress?.(run);
      if (run.status !== "queued" && run.status !== "running") return run;
    }
  }
}

/** The API of one account. */
export class Renown extends Groups {
  override readonly runs: Runs;

  constructor(options?: Options) {
    const caller = new Caller(options);
    super(caller);
    this.runs = new Runs(caller);
  }
}
