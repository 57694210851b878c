package console

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/job"
)

const jobsAPage = 50

type jobSheet struct {
	job.Failures
	kind   string
	paging paging
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
func (s jobSheet) all() (n int64) {
	for _, k := range s.Kinds {
		n += k.Count
	}
	return n
}

func (c *Console) showJobs(ctx context.Context, v *visit) (reply, error) {
	s := jobSheet{kind: v.URL.Query().Get("kind"), paging: pagingOf(v, jobsAPage)}
	var err error
	if s.names, err = c.platformsByID(ctx, v); err != nil {
		return reply{}, err
	}
	if s.Failures, err = c.rooms.Jobs.Failed(ctx, job.Filter{Kind: s.kind, Page: job.Page{Number: s.paging.number, Size: jobsAPage}}); err != nil {
		return reply{}, err
	}
	s.paging.total = s.Total
	return show(page{Title: key("失败任务"), Entry: "jobs", Body: jobsBody(s)})
}

func (c *Console) platformsByID(ctx context.Context, v *visit) (map[string]string, error) {
	names := map[string]string{}
	lines, err := c.platformLines(ctx, v)
	for _, p := range lines {
		names[p.ID] = p.name
	}
	return names, err
}

func (c *Console) retryJob(ctx context.Context, v *visit) (reply, error) {
	return c.jobDone(v, c.rooms.Jobs.Retry(ctx, v.PathValue("job_ref")), key("已排队重试"))
}

func (c *Console) discardJob(ctx context.Context, v *visit) (reply, error) {
	return c.jobDone(v, c.rooms.Jobs.Discard(ctx, v.PathValue("job_ref")), key("已丢弃"))
}

// jobDone goes back to the list. That somebody else was quicker is no error.
func (c *Console) jobDone(v *visit, err error, said string) (reply, error) {
	switch {
	case fault.Is(err, fault.NoSuchThing):
		v.say("它已不在失败之列：刚被重试、丢弃，或已成功")
	case fault.Is(err, fault.Duplicate):
		v.say("同样的任务已经在排队或执行，不必重试")
	case err != nil:
		return reply{}, err
	default:
		v.say(said)
	}
	return leadTo(jobsPath(v.PostForm.Get("kind")))
}

func (c *Console) retryJobs(ctx context.Context, v *visit) (reply, error) {
	kind := v.PostForm.Get("kind")
	if kind == "" {
		return reply{}, fault.New(fault.Malformed)
	}
	n, err := c.rooms.Jobs.RetryAll(ctx, kind)
	if err != nil {
		return reply{}, err
	}
	if n == 0 {
		v.say("没有可以重试的任务")
	} else {
		v.say("已重试 %d 个任务", n)
	}
	return leadTo(jobsPath(kind))
}

func (c *Console) exportJobs(ctx context.Context, v *visit) (reply, error) {
	header := []string{v.t("编号"), v.t("任务"), v.t("类别"), v.t("状态"), v.t("次数"), v.t("上限"), v.t("最近失败"), v.t("下次尝试"), v.t("相关编号"), v.t("错误")}
	names, err := c.platformsByID(ctx, v)
	if err != nil {
		return reply{}, err
	}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, err := c.rooms.Jobs.Failed(ctx, job.Filter{Kind: v.URL.Query().Get("kind"), Page: job.Page{Number: number, Size: exportBatch}})
		if err != nil {
			return reply{}, err
		}
		for _, j := range list.Jobs {
			next := ""
			if j.NextAt != nil {
				next = exactTime(ctx, *j.NextAt)
			}
			rows = append(rows, []string{
				j.Ref, jobName(ctx, names, j.Kind), j.Kind, v.t(jobState(j.State)), strconv.Itoa(j.Attempt), strconv.Itoa(j.MaxAttempts),
				exactTime(ctx, j.FailedAt), next, strings.Join(j.About, " "), j.Error,
			})
		}
		if number*exportBatch >= list.Total {
			return table(v.t("失败任务")+".csv", header, rows)
		}
	}
}
