// Long work: a job runs in the server, tells its progress, can be stopped, and survives the tab.

import { html, nothing } from "./vendor/lit-html.js";
import { get, parse } from "./ask.js";
import { redraw } from "./redraw.js";
import { say } from "./say.js";

/** @typedef {{id: string, kind: string, question: Record<string, string>, state: string, steps: number, seconds: number|null, error?: {message: string}, result?: any}} Job */

/** @type {Map<string, Job>} */
const jobs = new Map();
/** The one stream of all jobs, open while one of them runs: a browser has six connections to a host. @type {EventSource|null} */
let stream = null;
let asked = false;
let refused = "";

const running = (/** @type {Job} */ job) => job.state === "queued" || job.state === "running";

/** Learns of the jobs that were started before this page was opened. */
async function recall() {
  asked = true;
  const { jobs: list } = await get("/api/jobs", {}).catch(() => ({ jobs: [] }));
  for (const job of list) note(job);
}

/** @param {Job} job */
function note(job) {
  // What is told in passing has its question shortened.
  const { question } = jobs.get(job.id) ?? job;
  jobs.set(job.id, { ...jobs.get(job.id), ...job, question });
  if (running(job)) watch();
  else if (job.state === "done" && job.result === undefined) void finish(job.id);
  redraw();
}

function watch() {
  if (stream) return;
  stream = new EventSource("/api/events");
  stream.addEventListener("job", (event) => {
    note(parse(event.data));
    if ([...jobs.values()].some(running)) return;
    stream?.close();
    stream = null;
  });
}

/** @param {string} id */
async function finish(id) {
  const job = await get(`/api/jobs/${id}`, {}).catch(() => null);
  if (!job) return;
  jobs.set(id, job);
  say(`${job.kind} of ${job.question.game} is done`);
  redraw();
}

/** Starts a job. @param {Record<string, string|number|boolean>} question its kind and parameters */
export async function start(question) {
  refused = "";
  try {
    note(await get("/api/jobs", {}, { method: "POST", body: JSON.stringify(question) }));
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error);
    redraw();
  }
}

/** @param {string} id */
const stop = async (id) => note(await get(`/api/jobs/${id}`, {}, { method: "DELETE" }));

/** What a finished job found, in a line. @param {Job} job */
function found({ kind, result }) {
  if (!result) return "";
  if (kind === "period") {
    if (result.period === null || result.period === undefined) return `no period seen up to heap ${result.computed}`;
    return `period ${result.period} from heap ${result.preperiod} on, ${result.proved ? "proved" : `observed up to ${result.computed}, not proved`}`;
  }
  if (kind === "seq") return `${result.values.length} values`;
  return `${result.outcome ?? "not known"}${result.grundy === null || result.grundy === undefined ? "" : `, value ${result.grundy}`}`;
}

/** @param {Job} job */
function row(job) {
  const words = Object.entries(job.question).map(([key, value]) => (key === "game" || key === "position" ? value : `${key} ${value}`)).join(", ");
  return html`<li class="job ${job.state}"><span><b>${job.kind}</b> ${words}</span>
    <span class="fine">${job.state}${job.seconds === null || job.seconds === undefined ? "" : ` · ${job.seconds.toFixed(1)} s`}${job.steps > 0 ? ` · ${job.steps.toLocaleString("en")} steps` : ""}</span>
    ${running(job) ? html`<progress aria-label="working"></progress><button @click=${() => void stop(job.id)}>Stop</button>` : nothing}
    ${job.state === "failed" ? html`<span class="error">${job.error?.message}</span>` : nothing}
    ${job.result ? html`<b>${found(job)}</b> <a class="button" href="/api/jobs/${job.id}" download="job-${job.id}.json">JSON</a>` : nothing}</li>`;
}

/** The jobs of a game, and how to start one. @param {string} game @param {unknown} starter buttons that start jobs */
export function jobPanel(game, starter) {
  if (!asked) void recall();
  const same = (/** @type {string} */ name) => name === game || (name.endsWith("...") && game.startsWith(name.slice(0, -3)));
  const own = [...jobs.values()].filter((job) => same(job.question.game)).reverse();
  return html`<section class="card jobs"><h2>Longer work</h2>
    <p class="fine">A job has ten minutes and more memory. It goes on when this tab is closed.</p>
    <div class="actions">${starter}</div>
    ${refused ? html`<p class="error" role="alert">${refused}</p>` : nothing}
    ${own.length > 0 ? html`<ul>${own.map(row)}</ul>` : nothing}</section>`;
}
