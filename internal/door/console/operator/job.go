package operator

import (
	"context"
	"net/url"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/job"
)

const jobsAPage = 50

type jobPage struct {
	job.Failures
	kind   string
	paging kit.Paging
	names  map[string]string // of platforms
}

const jobSwap = "job-list job-tools"

func jobsPath(kind string) string {
	if kind == "" {
		return "/operator/jobs"
	}
	return "/operator/jobs?kind=" + url.QueryEscape(kind)
}

// all is how many have failed, of whatever kind.
func (s jobPage) all() (n int64) {
	for _, k := range s.Kinds {
		n += k.Count
	}
	return n
}

func (pages *Pages) showJobs(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s := jobPage{kind: v.URL.Query().Get("kind"), paging: kit.PagingOf(v, jobsAPage)}
	var err error
	if s.names, err = pages.platformsByID(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	if s.Failures, err = pages.Jobs.Failed(ctx,
		job.Filter{Kind: s.kind, Paging: job.Paging{Number: s.paging.Number, Size: jobsAPage}}); err != nil {
		return kit.Reply{}, err
	}
	s.paging.Total = s.Total
	return kit.Show(kit.Page{Title: kit.Key("失败任务"), Entry: "jobs", Body: jobsBody(s)})
}

func (pages *Pages) platformsByID(ctx context.Context, v *kit.Visit) (map[string]string, error) {
	names := map[string]string{}
	lines, err := pages.platformRows(ctx, v)
	for _, p := range lines {
		names[p.ID] = p.name
	}
	return names, err
}

func (pages *Pages) retryJob(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.jobDone(v, pages.Jobs.Retry(ctx, v.PathValue("job_ref")), kit.Key("已排队重试"))
}

func (pages *Pages) discardJob(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.jobDone(v, pages.Jobs.Discard(ctx, v.PathValue("job_ref")), kit.Key("已丢弃"))
}

// jobDone goes back to the list. That another operator was quicker is no error.
func (pages *Pages) jobDone(v *kit.Visit, err error, said string) (kit.Reply, error) {
	switch {
	case fault.Is(err, fault.NoSuchThing):
		v.Say("它已不在失败之列：刚被重试、丢弃，或已成功")
	case fault.Is(err, fault.Duplicate):
		v.Say("同样的任务已经在排队或执行，不必重试")
	case err != nil:
		return kit.Reply{}, err
	default:
		v.Say(said)
	}
	return kit.LeadTo(jobsPath(v.PostForm.Get("kind")))
}

func (pages *Pages) retryJobs(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	kind := v.PostForm.Get("kind")
	if kind == "" {
		return kit.Reply{}, fault.New(fault.Malformed)
	}
	n, err := pages.Jobs.RetryAll(ctx, kind)
	if err != nil {
		return kit.Reply{}, err
	}
	if n == 0 {
		v.Say("没有可以重试的任务")
	} else {
		v.Say("已重试 %d 个任务", n)
	}
	return kit.LeadTo(jobsPath(kind))
}

func (pages *Pages) exportJobs(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	names, err := pages.platformsByID(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	read := func(number, size int64) ([]job.Failure, int64, error) {
		list, err := pages.Jobs.Failed(ctx, job.Filter{Kind: v.URL.Query().Get("kind"), Paging: job.Paging{Number: number, Size: size}})
		return list.Jobs, list.Total, err
	}
	return kit.Gather(ctx, read, func(j job.Failure) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", j.Ref), kit.Column("任务", jobName(ctx, names, j.Kind)), kit.Column("类别", j.Kind),
			kit.Column("状态", v.T(jobState(j))),
			kit.Column("次数", j.Attempt), kit.Column("上限", j.MaxAttempts), kit.Column("最近失败", j.FailedAt),
			kit.Column("下次尝试", j.NextAt),
			kit.Column("相关编号", strings.Join(j.About, " ")), kit.Column("错误", j.Error),
		}
	}).CSV(v.T("失败任务") + ".csv")
}
